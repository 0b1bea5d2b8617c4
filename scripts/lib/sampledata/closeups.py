"""Procedural photographs of things near the camera, most before a background out of focus; as in scenes."""

import numpy as np

from paint import (
    add_light, canvas, color, draw, fractal, grid, ground, mix, picture_of, rgb, smoothstep, vertical_gradient,
)


def bokeh_lights(rng, width, height, stops, lights, radius=70):
    """A background far out of focus, with discs of light."""
    picture = vertical_gradient(height, width, stops)
    for _ in range(46):
        x, y, r = rng.uniform(0, width), rng.uniform(0, height * 0.8), radius * rng.uniform(0.5, 1.3)
        tone = color(lights[rng.integers(len(lights))]) * rng.uniform(0.15, 0.42)
        picture = add_light(picture, lambda pen: pen.ellipse((x - r, y - r, x + r, y + r), fill=rgb(tone)), 5)
    return np.clip(picture, 0, 1)


def dandelion(rng, size=(960, 720)):
    height, width = canvas(size)
    picture = bokeh_lights(rng, width, height, ("#233a1c", "#3f5a26", "#1a2a14"), ("#ffe08a", "#c9f08a", "#fff3c8"))
    x, y, radius = width * 0.45, height * 0.42, height * 0.3

    def flower(pen):
        pen.line((x, y, x + 60, height), fill=(122, 140, 70), width=22)
        pen.line((x - 5, y, x + 53, height), fill=(158, 176, 98), width=6)
        for _ in range(420):
            angle, reach = rng.uniform(0, 6.28), radius * rng.uniform(0.35, 1) ** 0.5
            tip = x + np.cos(angle) * reach, y + np.sin(angle) * reach
            tone = int(rng.uniform(170, 250))
            pen.line((x, y, *tip), fill=(tone, tone, tone - 16, 150), width=2)
            for hair in np.linspace(-0.8, 0.8, 9):
                length = radius * 0.13
                pen.line((*tip, tip[0] + np.cos(angle + hair) * length, tip[1] + np.sin(angle + hair) * length), fill=(250, 250, 244, 210), width=2)
        for _ in range(260):
            angle, reach = rng.uniform(0, 6.28), radius * 0.15 * np.sqrt(rng.random())
            cx, cy = x + np.cos(angle) * reach, y + np.sin(angle) * reach
            pen.ellipse((cx - 5, cy - 5, cx + 5, cy + 5), fill=tuple(int(v) for v in rng.uniform((90, 60, 30), (150, 110, 60))))

    return picture_of(draw(picture, flower))


def sunflower(rng, size=(960, 720)):
    height, width = canvas(size)
    picture = bokeh_lights(rng, width, height, ("#6fa3c8", "#6d9a4a", "#2f4d20"), ("#ffffff", "#ffe36a", "#b8e07a"), 90)
    x, y, radius = width * 0.5, height * 0.5, height * 0.22

    def flower(pen):
        for ring, (count, reach) in enumerate(((34, 1.95), (30, 1.7))):
            for i in range(count):
                angle = (i + 0.5 * ring) / count * 6.283 + rng.uniform(-0.05, 0.05)
                along, across = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
                tip = radius * reach * rng.uniform(0.92, 1.06)
                shape = [(0.8, 0.05), (1.25, 0.12), (1.6, 0.09), (tip / radius, 0)]
                points = [along * radius * a + across * radius * b for a, b in shape] + [along * radius * a - across * radius * b for a, b in shape[::-1]]
                tone = rng.uniform(0.8, 1)
                pen.polygon([(x + p[0], y + p[1]) for p in points], fill=(int(255 * tone), int(198 * tone), int(26 * tone)))
                for vein in (-0.05, 0, 0.05):
                    start, end = along * radius * 0.9 + across * radius * vein, along * tip * 0.95
                    pen.line((x + start[0], y + start[1], x + end[0], y + end[1]), fill=(206, 140, 12), width=2)
        pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=(52, 32, 16))
        for i in range(1500):
            angle, reach = i * 2.39996, radius * 0.98 * np.sqrt(i / 1500)
            cx, cy, r = x + np.cos(angle) * reach, y + np.sin(angle) * reach, 4 + 4 * reach / radius
            pen.ellipse((cx - r, cy - r, cx + r, cy + r), fill=rgb(mix(color("#6a5a20"), color("#3a2010"), rng.random()) * (0.7 + 0.7 * reach / radius)))
            pen.ellipse((cx - r * 0.5, cy - r * 0.7, cx + r * 0.2, cy), fill=(176, 130, 60))

    return picture_of(draw(picture, flower))


def cake(rng, size=(960, 720), candles=5):
    height, width = canvas(size)
    picture = bokeh_lights(rng, width, height, ("#1a0f1f", "#3a1c28", "#2a1712"), ("#ff9a5a", "#ffcf7a", "#ff6a8a", "#7ab8ff"), 60)
    wood, depth = ground(rng, height, width, int(height * 0.72), 2.0, 24)
    row, column = grid(height, width)
    table = color("#6a4326") * (0.45 + 0.8 * wood[..., None])
    picture = mix(picture, table, smoothstep(0, 8, row - height * 0.76))
    x, half, top, bottom = width * 0.5, width * 0.27, height * 0.46, height * 0.82
    crumbs = fractal(rng, height, width, 60, 4, gain=0.8)
    side = np.sqrt(np.clip(1 - ((column - x) / half) ** 2, 0, 1))
    edge = top + height * 0.055 * side
    body = (np.abs(column - x) < half) * (row > top) * (row < bottom - height * 0.04 + height * 0.055 * side)
    picture = mix(picture, color("#7b4a2b") * (0.35 + 0.5 * side + 0.35 * crumbs)[..., None], body.astype(np.float32))
    drip = edge + height * (0.07 + 0.03 * np.sin(column / 34) + 0.02 * np.sin(column / 13 + 2))
    cream = (np.abs(column - x) < half) * (row > top - 2) * (row < drip)
    picture = mix(picture, color("#fbe9ee") * (0.55 + 0.45 * side)[..., None], cream.astype(np.float32))
    plate = ((column - x) / half) ** 2 + ((row - top) / (height * 0.055)) ** 2
    picture = mix(picture, color("#fff4f4") * (0.9 + 0.1 * crumbs[..., None]), smoothstep(1.0, 0.97, plate))

    def decorate(pen):
        for _ in range(220):
            angle, reach = rng.uniform(0, 6.28), np.sqrt(rng.random()) * 0.92
            cx, cy = x + np.cos(angle) * half * reach, top + np.sin(angle) * height * 0.055 * reach
            tone = [(236, 72, 100), (90, 170, 240), (250, 200, 60), (120, 200, 120)][rng.integers(4)]
            pen.line((cx, cy, cx + rng.uniform(-12, 12), cy + rng.uniform(-5, 5)), fill=tone, width=5)
        for i in range(candles):
            cx, base = x + half * 0.75 * (2 * (i + 0.5) / candles - 1), top + height * 0.012 * (-1) ** i
            for stripe in range(12):
                y0 = base - stripe * 13
                pen.polygon([(cx - 9, y0), (cx + 9, y0 - 7), (cx + 9, y0 - 20), (cx - 9, y0 - 13)], fill=((255, 120, 150), (250, 250, 250))[stripe % 2])
            pen.line((cx, base - 156, cx, base - 176), fill=(30, 24, 24), width=4)
            pen.ellipse((cx - 9, base - 218, cx + 9, base - 168), fill=(255, 196, 70))
            pen.ellipse((cx - 4, base - 200, cx + 4, base - 170), fill=(255, 250, 220))

    picture = draw(picture, decorate)
    flames = [x + half * 0.75 * (2 * (i + 0.5) / candles - 1) for i in range(candles)]
    return picture_of(add_light(picture, lambda pen: [pen.ellipse((f - 60, top - 250, f + 60, top - 130), fill=(130, 74, 24)) for f in flames], 50))


def pebbles(rng, size=(960, 720)):
    height, width = canvas(size)
    picture = np.broadcast_to(color("#3a342e"), (height, width, 3)).copy()
    texture = fractal(rng, height, width, 40, 6, gain=0.8)
    row, column = grid(height, width)
    for size_of in np.sort(rng.exponential(26, 950) + 16):
        x, y, turn, flat = rng.uniform(0, width), rng.uniform(0, height), rng.uniform(0, 3.14), rng.uniform(0.6, 0.9)
        top, bottom = max(0, int(y - size_of - 8)), min(height, int(y + size_of + 14))
        left, right = max(0, int(x - size_of - 8)), min(width, int(x + size_of + 14))
        r, c = row[top:bottom, left:right] - y, column[top:bottom, left:right] - x
        u, v = (c * np.cos(turn) + r * np.sin(turn)) / size_of, (r * np.cos(turn) - c * np.sin(turn)) / size_of / flat
        inside = u * u + v * v
        shadow = ((c - 8) / size_of) ** 2 + ((r - 10) / size_of) ** 2
        tone = mix(color(("#b8aa98", "#8f8a86", "#d8d2c6", "#a07a5c", "#6f7478")[rng.integers(5)]), color("#8a8078"), rng.random() * 0.5)
        light = 0.5 + 0.55 * np.sqrt(np.clip(1 - inside, 0, 1)) - 0.2 * (c + r) / size_of
        patch = picture[top:bottom, left:right]
        patch = mix(patch, patch * 0.45, smoothstep(1.15, 0.8, shadow))
        stone = tone * light[..., None] * (0.75 + 0.5 * texture[top:bottom, left:right, None])
        picture[top:bottom, left:right] = mix(patch, stone, smoothstep(1.03, 0.97, inside))
    return picture_of(picture)
