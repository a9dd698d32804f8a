"""A walk as a moving picture: the drawing of the library, with the particle on its way and the rotors turning."""

from __future__ import annotations

import re

import arrival

SECONDS = 1.1
#: How long the particle rests on its sink before the walk starts again.
REST = 2.5
ROTOR = {"stroke": "#d41c1c", "stroke-width": "1.8", "stroke-dasharray": "6 3", "fill": "#d41c1c"}
ARC = {"stroke": "#222222", "stroke-width": "1.2", "stroke-dasharray": "1 0", "fill": "#222222"}


def picture(example: str) -> str:
    """The walk of an example, drawn and moving."""
    graph = arrival.examples[example]
    drawing = graph.draw("exits").text
    rotors = {vertex: graph.rotor(vertex) for vertex in graph.vertices if vertex not in graph.sinks}
    return animated(drawing, list(graph.walk()), {vertex: graph.arcs(vertex) for vertex in rotors}, rotors)


def animated(drawing: str, walk: list[str], arcs: dict[str, tuple[str, ...]], rotors: dict[str, int]) -> str:
    """`drawing` with the steps of `walk`."""
    total = (len(walk) - 1) * SECONDS + REST
    names = re.findall(r'data-vertex="\d+" data-name="([^"]*)"', drawing)
    number = {}
    for name in names:
        for place, _ in enumerate(arcs.get(name, ())):
            number[name, place] = len(number)
    # When each arc becomes a rotor and stops being one.
    turns: dict[int, list[tuple[float, bool]]] = {index: [] for index in number.values()}
    motions, now = [], dict(rotors)
    for step, name in enumerate(walk[:-1]):
        place, start = now[name], step * SECONDS
        after = (place + 1) % len(arcs[name])
        motions.append((number[name, place], start))
        if after != place:
            turns[number[name, place]].append((start + SECONDS * 0.9, False))
            turns[number[name, after]].append((start + SECONDS * 0.9, True))
        now[name] = after
    first = {number[name, place] for name, place in rotors.items()}

    def times(attribute: str, index: int) -> str:
        states = [(0.0, index in first), *turns[index]]
        values = ";".join((ROTOR if rotor else ARC)[attribute] for _, rotor in states)
        keys = ";".join(f"{at / total:.4f}" for at, _ in states)
        return f'<animate attributeName="{attribute}" calcMode="discrete" dur="{total}s" repeatCount="indefinite" values="{values}" keyTimes="{keys}"/>'

    def turning(match: re.Match[str]) -> str:
        index, group = int(match.group(1)), match.group(0)
        if not turns[index]:
            return group
        line = "".join(times(attribute, index) for attribute in ("stroke", "stroke-width", "stroke-dasharray"))
        group = re.sub(r"(<path [^>]*)/>", rf"\1>{line}</path>", group, count=1)
        return re.sub(r"(<polygon [^>]*)/>", rf"\1>{times('fill', index)}</polygon>", group, count=1)

    drawing = re.sub(r'<g class="arc" data-arc="(\d+)".*?</g>', turning, drawing, flags=re.DOTALL)
    drawing = re.sub(r'<rect width="\d+" height="\d+" fill="#ffffff"/>\n', "", drawing)
    drawing = re.sub(r' width="\d+" height="\d+"', "", drawing, count=1)
    return drawing.replace("</svg>", particle(drawing, motions, total) + "</svg>").replace("\n\n", "\n")


def particle(drawing: str, motions: list[tuple[int, float]], total: float) -> str:
    """The particle, from arc to arc. One motion with key points: browsers differ on many motions of one element."""
    line = {int(index): path for index, path in re.findall(r'data-arc="(\d+)".*?<path d="([^"]*)"', drawing, re.DOTALL)}
    moves = []
    for index, start in motions:
        begin, end = start / total, (start + SECONDS * 0.9) / total
        shown = f'values="0;1;0;0" keyTimes="0;{begin:.4f};{end + 0.1 * SECONDS / total:.4f};1"'
        if index == motions[-1][0] and start == motions[-1][1]:
            shown = f'values="0;1;1" keyTimes="0;{begin:.4f};1"'
        if begin == 0.0:
            shown = f'values="1;0;0" keyTimes="0;{end + 0.1 * SECONDS / total:.4f};1"'
        moves.append(
            f'<circle class="particle" r="7" opacity="0"><animate attributeName="opacity" calcMode="discrete" dur="{total}s" repeatCount="indefinite" {shown}/>'
            f'<animateMotion dur="{total}s" repeatCount="indefinite" path="{line[index]}" '
            f'keyPoints="0;0;1;1" keyTimes="0;{max(begin, 0.0001):.4f};{end:.4f};1" calcMode="linear"/></circle>'
        )
    return "\n".join(moves) + "\n"
