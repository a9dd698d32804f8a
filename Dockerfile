# The page and its HTTP interface in a container: docker build -t arrival . && docker run --rm -p 7007:7007 arrival
FROM rust:1-slim-bookworm AS build
WORKDIR /src
COPY . .
RUN cargo build --locked --release --package arrival-cli

FROM debian:bookworm-slim
COPY --from=build /src/target/release/arrival /usr/local/bin/arrival
# The program needs no rights and no files.
USER nobody
EXPOSE 7007
ENTRYPOINT ["arrival"]
CMD ["serve", "--host", "0.0.0.0", "--no-open"]
