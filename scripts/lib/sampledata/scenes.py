"""Procedural photographs of places. Every scene is a function of a seeded generator and a size; it returns a Pillow image."""

import numpy as np
from PIL import Image

from paint import (
    add_clouds, add_light, canvas, color, draw, fractal, fractal_line, grid, ground, mix, picture_of, pine, rgb,
    smoothstep, vertical_gradient,
)


def mountains(rng, size=(960, 720), sky=("#3d6fb5", "#9cc3e6", "#f3e3cf"), haze="#b9cbdc", rock="#39434f", pines=True):
    height, width = canvas(size)
    picture = add_clouds(rng, vertical_gradient(height, width, sky), 0.6)
    row, _ = grid(height, width)
    for layer in range(5):
        near = layer / 4
        line = height * (0.34 + 0.14 * layer) + height * (0.17 - 0.025 * layer) * fractal_line(rng, width, 3 + layer, 9)
        texture = fractal(rng, height, width, 6 + 3 * layer, 7, gain=0.6)
        light = np.gradient(texture, axis=1) * 22 + (texture - 0.5) * 0.35
        tone = mix(color(haze), mix(color(rock), color("#2c4a2c"), near * 0.8), 0.25 + 0.7 * near)
        slope = tone * (1 + light[..., None] * (0.35 + 0.65 * near))
        if layer < 2:
            snow = smoothstep(0.45, 0.6, texture - (row - line) / height * 2.2)
            slope = mix(slope, color("#f4f7fb") * (1 + light[..., None] * 0.3), snow * (1 - 0.3 * layer))
        picture = mix(picture, slope, smoothstep(-1, 1, row - line))
        if pines and layer >= 3:
            trees = [(x, line[int(x)], height * rng.uniform(0.03, 0.07) * (layer - 1.6)) for x in rng.uniform(0, width - 1, 110)]
            shade = rgb(color("#1d3322") * (1.5 - 0.25 * layer))
            picture = draw(picture, lambda pen: [pine(pen, rng, x, y + s * 0.2, s, shade) for x, y, s in trees])
    return picture_of(picture)


def sea(rng, size=(960, 720), sky=("#27375f", "#b86a63", "#f6c27a"), deep="#16324a", boat=0.34, sun=0.62, tower=False):
    height, width = canvas(size)
    horizon = int(height * 0.55)
    picture = vertical_gradient(height, width, sky)
    picture[horizon:] = picture[:horizon][::-1][: height - horizon]
    picture[:horizon] = add_clouds(rng, picture[:horizon], 0.5, "#ffe9d6", 4)
    row, column = grid(height, width)
    sun_x, sun_y = width * sun, height * 0.42
    distance = np.hypot(row - sun_y, column - sun_x) / height
    above = (row < horizon).astype(np.float32)
    picture += np.exp(-distance * 7)[..., None] * color("#ffb060") * 0.6 * above[..., None]
    picture = mix(picture, color("#fff6dc"), smoothstep(0.047, 0.044, distance) * above)
    waves, depth = ground(rng, height, width, horizon, 1.2, 40)
    water = mix(color(deep), picture, 0.25 + 0.5 * waves)
    column_light = np.exp(-(((column - sun_x) / width / (0.05 + 0.12 * depth)) ** 2))
    water += (smoothstep(0.52, 0.8, waves) * column_light)[..., None] * color("#ffd9a0") * 0.9
    picture = mix(water, picture, above)
    picture = draw(picture, lambda pen: sail_boat(pen, width * boat, height * 0.615, height * 0.13))
    if tower:
        picture = lighthouse(rng, picture)
    return picture_of(picture)


def sail_boat(pen, x, y, size):
    pen.polygon([(x - size * 0.5, y), (x + size * 0.55, y), (x + size * 0.38, y + size * 0.16), (x - size * 0.36, y + size * 0.16)], fill=(46, 28, 30))
    pen.line((x, y, x, y - size * 1.25), fill=(40, 28, 30), width=4)
    pen.polygon([(x + 6, y - size * 1.2), (x + 6, y - size * 0.08), (x + size * 0.5, y - size * 0.08)], fill=(242, 232, 220))
    pen.polygon([(x - 6, y - size * 1.05), (x - 6, y - size * 0.08), (x - size * 0.38, y - size * 0.08)], fill=(214, 90, 70))


def lighthouse(rng, picture):
    height, width = picture.shape[:2]
    row, column = grid(height, width)
    cliff = height * 0.66 - height * 0.14 * smoothstep(0.55, 0.9, column[0] / width) + height * 0.03 * fractal_line(rng, width, 6, 9)
    cliff = np.where(column[0] / width > 0.5, cliff, height * 2)
    rock = fractal(rng, height, width, 10, 7, gain=0.65)
    picture = mix(picture, color("#5b4d42") * (0.5 + 0.9 * rock[..., None]), smoothstep(0, 3, row - cliff))
    x, foot, top = width * 0.82, height * 0.56, height * 0.16
    half = width * (0.030 + 0.014 * (row - top) / (foot - top))
    inside = smoothstep(2, 0, np.abs(column - x) - half) * (row > top) * (row < foot)
    stripe = (((row - top) / (foot - top) * 7).astype(int) % 2)[..., None]
    round_shade = np.sqrt(np.clip(1 - ((column - x) / (half + 1)) ** 2, 0, 1)) * 0.6 + 0.45 - (column - x) / width
    wall = mix(color("#f2eee6"), color("#c23a31"), stripe.astype(np.float32)[..., 0]) * round_shade[..., None]
    picture = mix(picture, wall, inside)

    def lantern(pen):
        pen.rectangle((x - width * 0.038, top - 14, x + width * 0.038, top + 6), fill=(40, 36, 38))
        pen.rectangle((x - width * 0.02, top - height * 0.05, x + width * 0.02, top - 14), fill=(255, 240, 190))
        pen.polygon([(x - width * 0.03, top - height * 0.05), (x + width * 0.03, top - height * 0.05), (x, top - height * 0.085)], fill=(120, 30, 28))
        for offset in (-0.02, 0, 0.02):
            pen.line((x + width * offset, top - height * 0.05, x + width * offset, top - 14), fill=(40, 36, 38), width=4)

    return draw(picture, lantern)


def night_city(rng, size=(960, 720)):
    height, width = canvas(size)
    shore = int(height * 0.62)
    picture = vertical_gradient(height, width, ("#0a1230", "#24305c", "#7a4a66"))

    def skyline(pen):
        for layer, tone in enumerate(((24, 26, 46), (17, 19, 34), (10, 11, 20))):
            x = -20
            while x < width:
                wide = int(rng.uniform(70, 170))
                top = int(shore - height * rng.uniform(0.08, 0.42 - 0.09 * layer))
                pen.rectangle((x, top, x + wide, shore), fill=tone)
                lit = rng.uniform(0.25, 0.75)
                for wy in range(top + 14, shore - 12, 22):
                    for wx in range(x + 10, x + wide - 12, 18):
                        if rng.random() < lit:
                            warm = rng.choice([(255, 214, 140), (255, 236, 190), (190, 214, 255), (255, 180, 100)])
                            pen.rectangle((wx, wy, wx + 10, wy + 14), fill=tuple(int(v * rng.uniform(0.65, 1)) for v in warm))
                x += wide + int(rng.uniform(-10, 24))
        for x in range(30, width, 96):
            pen.ellipse((x - 7, shore - 26, x + 7, shore - 12), fill=(255, 230, 170))

    picture = draw(picture, skyline)
    picture = add_light(picture, lambda pen: [pen.ellipse((x - 30, shore - 48, x + 30, shore + 10), fill=(120, 80, 30)) for x in range(30, width, 96)], 24)
    mirrored = picture[:shore][::-1][: height - shore]
    ripple, _ = ground(rng, height, width, shore, 1.5, 30)
    shift = ((ripple[shore:] - 0.5) * 60).astype(int)
    rows, columns = np.mgrid[0 : height - shore, 0:width]
    picture[shore:] = mirrored[np.clip(rows + shift // 2, 0, height - shore - 1), np.clip(columns + shift, 0, width - 1)] * 0.55
    return picture_of(picture)


def stars(rng, size=(960, 720), aurora=False):
    height, width = canvas(size)
    picture = vertical_gradient(height, width, ("#03050f", "#0a1230", "#1b2444"))
    row, column = grid(height, width)
    cloud = fractal(rng, height, width, 5, 8, gain=0.6)
    band = np.exp(-(((row - height * 0.75 + column * 0.5) / height / 0.2) ** 2))
    picture += (band * (0.12 + 0.5 * smoothstep(0.35, 0.95, cloud)))[..., None] * color("#8e94c8") * 0.6
    if aurora:
        curtain = height * 0.45 + height * 0.12 * fractal_line(rng, width, 4, 5)
        rays = 0.35 + 0.65 * fractal(rng, 64, width, 20, 5)[0]
        glow = np.exp(-np.clip(curtain - row, 0, None) / height * 5) * smoothstep(0, 30, curtain - row) * rays
        picture += glow[..., None] * mix(color("#35f0a0"), color("#9a5cff"), np.clip((curtain - row) / height * 2.5, 0, 1)) * 0.8

    def points(pen):
        for _ in range(1500):
            x, y, r = rng.uniform(0, width), rng.uniform(0, height), rng.exponential(0.9) + 0.8
            pen.ellipse((x - r, y - r, x + r, y + r), fill=rgb(rng.uniform(0.45, 1) * mix(color("#cfe0ff"), color("#fff0d8"), rng.random())))

    picture = draw(picture, points)
    line = height * 0.86 + height * 0.03 * fractal_line(rng, width, 4, 8)
    picture = mix(picture, color("#05070b"), smoothstep(-1, 1, row - line))
    return picture_of(draw(picture, lambda pen: [pine(pen, rng, x, line[int(x)] + 20, height * rng.uniform(0.1, 0.3), (5, 7, 10)) for x in rng.uniform(0, width - 1, 24)]))


def moon(rng, size=(960, 720)):
    height, width = canvas(size)
    picture = vertical_gradient(height, width, ("#04060c", "#06090f"))
    row, column = grid(height, width)
    radius = height * 0.3
    x, y = (column - width * 0.5) / radius, (row - height * 0.5) / radius
    inside = x * x + y * y
    z = np.sqrt(np.clip(1 - inside, 0, 1))
    surface = 0.78 - 0.4 * smoothstep(0.45, 0.75, fractal(rng, height, width, 5, 8, gain=0.55))
    for _ in range(260):
        angle, distance, size_of = rng.uniform(0, 6.28), np.sqrt(rng.random()), 0.008 + 0.012 * rng.exponential(1)
        middle_x, middle_y, reach = width * 0.5 + np.cos(angle) * distance * radius, height * 0.5 + np.sin(angle) * distance * radius, size_of * radius * 1.5
        box = np.s_[int(middle_y - reach) : int(middle_y + reach), int(middle_x - reach) : int(middle_x + reach)]
        away = np.hypot(column[box] - middle_x, row[box] - middle_y) / radius / size_of
        surface[box] += (smoothstep(0.7, 1, away) - smoothstep(1, 1.4, away)) * 0.2 - smoothstep(0.9, 0.3, away) * 0.1
    light = np.clip(0.85 * z - 0.45 * x + 0.1, 0, 1)
    return picture_of(mix(picture, (surface * light)[..., None] * color("#f3ecdc"), smoothstep(1.006, 0.996, inside)))


def fog_tree(rng, size=(960, 720)):
    height, width = canvas(size)
    picture = vertical_gradient(height, width, ("#c9d0d6", "#dbdfe2", "#e6e7e6"))
    picture *= 0.97 + 0.05 * fractal(rng, height, width, 2, 3)[..., None]
    row, _ = grid(height, width)
    line = height * 0.83 + height * 0.02 * fractal_line(rng, width, 2, 9)
    picture = mix(picture, color("#a4aaa6"), smoothstep(0, 200, row - line) * 0.7 + 0.3 * smoothstep(-1, 1, row - line))

    def branch(pen, x, y, angle, length, level):
        end = x + np.cos(angle) * length, y - np.sin(angle) * length
        pen.line((x, y, *end), fill=(70, 74, 76), width=max(2, int(length / 9)))
        if level:
            for _ in range(3 if level > 3 else 2):
                branch(pen, *end, angle + rng.uniform(-0.62, 0.62), length * rng.uniform(0.66, 0.84), level - 1)

    return picture_of(draw(picture, lambda pen: branch(pen, width * 0.42, height * 0.86, np.pi / 2, height * 0.17, 8)))


def meadow(rng, size=(960, 720), bloom="#d8342c"):
    height, width = canvas(size)
    picture = add_clouds(rng, vertical_gradient(height, width, ("#4d8fd6", "#a9d0f0", "#eaf2f0")), 0.5)
    row, _ = grid(height, width)
    for layer, tone in enumerate(("#8fae9a", "#6f9a5e", "#5b8c3a")):
        line = height * (0.4 + 0.06 * layer) + height * 0.04 * fractal_line(rng, width, 2 + layer, 6)
        texture = fractal(rng, height, width, 20, 6, gain=0.7)
        picture = mix(picture, color(tone) * (0.7 + 0.6 * texture[..., None]), smoothstep(-1, 1, row - line))

    def plants(pen):
        for depth in np.sort(rng.random(7000)):
            y, x, long = height * (0.54 + 0.52 * depth**1.4), rng.uniform(0, width), height * (0.02 + 0.13 * depth)
            lean, tone = rng.normal(0, 0.25), rng.uniform(0.45, 1.15)
            pen.line((x, y, x + lean * long, y - long), fill=rgb(mix(color("#4f8a2c"), color("#b5c45a"), rng.random()) * tone), width=int(2 + 5 * depth))
            if rng.random() < 0.06:
                r = 4 + 26 * depth
                cx, cy = x + lean * long, y - long
                petal = color(bloom if rng.random() < 0.75 else "#f7f5ef")
                for a in np.arange(5) * 1.2566 + rng.random():
                    px, py = cx + np.cos(a) * r * 0.7, cy + np.sin(a) * r * 0.5
                    pen.ellipse((px - r * 0.62, py - r * 0.5, px + r * 0.62, py + r * 0.5), fill=rgb(petal * rng.uniform(0.75, 1.1)))
                pen.ellipse((cx - r * 0.25, cy - r * 0.2, cx + r * 0.25, cy + r * 0.2), fill=(40, 30, 24))

    return picture_of(draw(picture, plants))


def facade(rng, size=(960, 720), wall="#e0a560", shutter="#2f6b5a", brick=None):
    height, width = canvas(size)
    plaster = fractal(rng, height, width, 12, 8, gain=0.7)
    picture = color(wall) * (0.72 + 0.42 * plaster[..., None])
    if brick is not None:
        tiles = np.asarray(brick.convert("L").rotate(90).resize((1024, 1024), Image.LANCZOS), np.float32) / 140
        repeat = np.tile(np.concatenate([tiles, tiles[:, ::-1]], 1), (2, 2))[:height, :width]
        picture = color(wall) * repeat[..., None] * (0.85 + 0.2 * plaster[..., None])
    columns, rows = max(2, round(width / 420)), max(2, round(height / 500))

    def windows(pen):
        for i in range(columns):
            for j in range(rows):
                x, y = width * (i + 0.5) / columns, height * (j + 0.52) / rows
                w, h = width / columns * 0.2, height / rows * 0.3
                pen.rectangle((x - w - 14, y - h - 14, x + w + 14, y + h + 14), fill=(236, 228, 214))
                pen.rectangle((x - w, y - h, x + w, y + h), fill=(36, 48, 62))
                for _ in range(3):
                    a = rng.uniform(-w, w * 0.6)
                    pen.polygon([(x + a, y + h), (x + a + w * 0.3, y + h), (x + min(w, a + w * 0.8), y - h), (x + min(w, a + w * 0.5), y - h)], fill=(86, 108, 128))
                pen.line((x, y - h, x, y + h), fill=(240, 234, 222), width=10)
                pen.line((x - w, y - h * 0.2, x + w, y - h * 0.2), fill=(240, 234, 222), width=8)
                for side in (-1, 1):
                    left = x + side * (w + 16) - (w * 0.9 if side < 0 else 0)
                    tone = color(shutter) * rng.uniform(0.85, 1.1)
                    pen.rectangle((left + 8, y - h - 2, left + w * 0.9 + 10, y + h + 12), fill=(0, 0, 0, 90))
                    pen.rectangle((left, y - h - 8, left + w * 0.9, y + h + 6), fill=rgb(tone))
                    for slat in np.arange(y - h + 6, y + h - 6, 15):
                        pen.line((left + 8, slat, left + w * 0.9 - 8, slat), fill=rgb(tone * 0.6), width=5)
                pen.rectangle((x - w - 24, y + h + 14, x + w + 24, y + h + 54), fill=(112, 66, 40))
                for _ in range(130):
                    cx, cy, r = x + rng.uniform(-w - 20, w + 20), y + h + 16 + rng.normal(0, 15), rng.uniform(4, 11)
                    tone = [(60, 120, 50), (40, 96, 40), (222, 50, 70), (250, 120, 150)][rng.integers(4)]
                    pen.ellipse((cx - r, cy - r, cx + r, cy + r), fill=tone)

    return picture_of(draw(picture, windows))


def balloons(rng, size=(960, 720), drift=0.0):
    """Hot-air balloons; `drift` (0…1) moves them on, as between the shots of a burst."""
    height, width = canvas(size)
    picture = add_clouds(rng, vertical_gradient(height, width, ("#2f6fc0", "#8fc1ea", "#f6e2c6")), 0.45)
    row, column = grid(height, width)
    for layer in range(3):
        line = height * (0.74 + 0.07 * layer) + height * 0.05 * fractal_line(rng, width, 3 + layer, 8)
        texture = fractal(rng, height, width, 16, 7, gain=0.65)
        picture = mix(picture, color(("#8d9db0", "#71865f", "#4c6a38")[layer]) * (0.65 + 0.6 * texture[..., None]), smoothstep(-1, 1, row - line))
    paints = (("#d8322f", "#f6c944"), ("#2850a8", "#f4f1ea"), ("#2f8f5b", "#f08a2c"), ("#7a3aa0", "#f2d24a"), ("#e2572b", "#3aa0c8"))
    for i, (x, y, r) in enumerate(((0.3, 0.38, 0.2), (0.68, 0.27, 0.13), (0.87, 0.5, 0.09), (0.52, 0.58, 0.06), (0.1, 0.66, 0.05))):
        x, y, r = x + rng.uniform(-0.09, 0.09), y + rng.uniform(-0.07, 0.07), r * rng.uniform(0.75, 1.1)
        cx, cy, radius = width * x + drift * 40 * (1 + i % 2), height * y - drift * 46 * (1 + i % 3) * 0.6, height * r
        v = (row - cy) / radius
        taper = np.where(v < 0, np.sqrt(np.clip(1 - v * v, 0, 1)), np.cos(np.clip(v / 1.35, 0, 1) * 1.35))
        u = (column - cx) / (radius * np.maximum(taper, 1e-3))
        inside = smoothstep(1.01, 0.99, np.abs(u)) * (v > -1) * (v < 1.25)
        gore = (np.arcsin(np.clip(u, -1, 1)) / np.pi * 14 + np.where(np.abs(v - 0.1) < 0.22, 1, 0)).astype(int) % 2
        tone = mix(color(paints[i][0]), color(paints[i][1]), gore.astype(np.float32))
        seam = 1 - 0.25 * (np.abs((np.arcsin(np.clip(u, -1, 1)) / np.pi * 14) % 1 - 0.5) > 0.46)
        picture = mix(picture, tone * ((0.62 + 0.5 * np.sqrt(np.clip(1 - u * u, 0, 1)) - 0.22 * u) * seam)[..., None], inside)

        def basket(pen):
            for side in (-1, 1):
                pen.line((cx + side * radius * 0.2, cy + radius * 1.22, cx + side * radius * 0.1, cy + radius * 1.5), fill=(60, 46, 36), width=3)
            pen.rectangle((cx - radius * 0.12, cy + radius * 1.48, cx + radius * 0.12, cy + radius * 1.66), fill=(116, 74, 40))

        picture = draw(picture, basket)
    return picture_of(picture)


def forest(rng, size=(960, 720)):
    height, width = canvas(size)
    picture = vertical_gradient(height, width, ("#dfe8c8", "#b9cfa0", "#6a8450"))
    floor, _ = ground(rng, height, width, int(height * 0.62), 1.6, 60)
    row, column = grid(height, width)
    picture = mix(picture, mix(color("#4a3a22"), color("#7f9a48"), floor), smoothstep(0, height * 0.1, row - height * 0.62))
    bark = fractal(rng, height, width // 6, 24, 6, gain=0.75, stretch=0.25)
    bark = np.repeat(bark, 7, 1)[:, :width]
    for i in range(34):
        near = (i / 33) ** 1.6
        x, half, foot = rng.uniform(0, width), 10 + 52 * near, height * (0.63 + 0.33 * near)
        lean = (column - x - (foot - row) * rng.normal(0, 0.03)) / (half * (1 + 0.6 * np.exp(-(foot - row) / height * 18)))
        inside = smoothstep(1.03, 0.97, np.abs(lean)) * (row < foot)
        trunk = mix(color("#a9bb8c"), color("#4b3a2a"), 0.25 + 0.75 * near) * (0.45 + 0.55 * np.sqrt(np.clip(1 - lean**2, 0, 1)) - 0.2 * lean)[..., None]
        picture = mix(picture, trunk * (0.55 + 0.9 * bark[..., None] * (0.4 + 0.6 * near)), inside)

    def leaves(pen):
        for _ in range(5200):
            x, y, r = rng.uniform(0, width), abs(rng.normal(0, height * 0.17)), rng.uniform(4, 15)
            pen.ellipse((x - r, y - r * 0.6, x + r, y + r * 0.6), fill=rgb(mix(color("#2f5a22"), color("#a8cf5a"), rng.random())))

    return picture_of(draw(picture, leaves))
