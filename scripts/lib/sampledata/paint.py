"""Brushes for the generated scenes: noise, gradients, perspective, silhouettes. Colours are floats in 0…1."""

import numpy as np
from PIL import Image, ImageDraw, ImageFilter


def color(text):
    """"#rrggbb" as three floats in 0…1."""
    return np.array([int(text[i : i + 2], 16) for i in (1, 3, 5)], np.float32) / 255


def resized(plane, width, height):
    return np.asarray(Image.fromarray(plane.astype(np.float32)).resize((width, height), Image.BICUBIC))


def fractal(rng, height, width, cells=4, octaves=7, gain=0.5, stretch=1.0):
    """Fractal noise in 0…1. `stretch` above 1 draws it out to the sides, as clouds and water are."""
    total = np.zeros((height, width), np.float32)
    weight = 1.0
    for octave in range(octaves):
        rows = cells * 2**octave + 1
        columns = max(2, int(rows * width / height / stretch))
        if rows > height or columns > width:
            break
        total += weight * resized(rng.random((rows, columns)), width, height)
        weight *= gain
    low, high = np.percentile(total, (1, 99))
    return np.clip((total - low) / (high - low), 0, 1)


def fractal_line(rng, width, cells=4, octaves=8, gain=0.5):
    """A ragged line of `width` values in -1…1."""
    positions = np.arange(width) / width
    total = np.zeros(width)
    weight = 1.0
    for octave in range(octaves):
        knots = rng.random(cells * 2**octave + 2) * 2 - 1
        total += weight * np.interp(positions, np.linspace(0, 1, len(knots)), knots)
        weight *= gain
    return total / np.abs(total).max()


def smoothstep(low, high, value):
    t = np.clip((value - low) / (high - low), 0, 1)
    return t * t * (3 - 2 * t)


def mix(a, b, amount):
    """Colours or pictures `a` and `b` blended; `amount` is a number or a plane."""
    if np.ndim(amount) == 2:
        amount = amount[..., None]
    return a * (1 - amount) + b * amount


def vertical_gradient(height, width, stops):
    """`stops`: colours from the top down, evenly spaced."""
    stops = np.array([color(s) for s in stops])
    position = np.linspace(0, len(stops) - 1, height)
    columns = [np.interp(position, range(len(stops)), stops[:, c]) for c in range(3)]
    return np.repeat(np.stack(columns, -1)[:, None], width, 1).astype(np.float32)


def grid(height, width):
    """Row and column of each pixel, as floats."""
    return np.mgrid[0:height, 0:width].astype(np.float32)


def add_clouds(rng, picture, amount=0.55, tint="#ffffff", stretch=3.0):
    height, width = picture.shape[:2]
    cover = smoothstep(1 - amount, 1.05, fractal(rng, height, width, 3, 7, stretch=stretch))
    return mix(picture, color(tint), cover * 0.9)


def ground(rng, height, width, horizon, near=3.0, cells=48):
    """Noise laid on a plane that runs to the horizon (a row); returns it and the depth (1 near, 0 far)."""
    texture = fractal(rng, 1024, 1024, cells, 5, gain=0.65)
    row, column = grid(height, width)
    depth = np.clip((row - horizon) / (height - horizon), 1e-3, 1)
    u = ((column - width / 2) / depth * near / 4).astype(np.int64) % 1024
    v = (900 * near / 4 / (depth + 0.02)).astype(np.int64) % 1024
    return texture[v, u], depth


def draw(picture, paint, blur=0.0, opacity=1.0):
    """Lays what `paint(ImageDraw)` draws over the picture, softened by `blur` pixels."""
    height, width = picture.shape[:2]
    layer = Image.new("RGBA", (width, height), (0, 0, 0, 0))
    paint(ImageDraw.Draw(layer))
    if blur:
        layer = premultiplied_blur(layer, blur)
    values = np.asarray(layer, np.float32) / 255
    return mix(picture, values[..., :3], values[..., 3] * opacity)


def premultiplied_blur(layer, radius):
    values = np.asarray(layer, np.float32)
    alpha = values[..., 3:] / 255
    flat = Image.fromarray(np.concatenate([values[..., :3] * alpha, values[..., 3:]], -1).astype(np.uint8), "RGBA")
    soft = np.asarray(flat.filter(ImageFilter.GaussianBlur(radius)), np.float32)
    spread = np.maximum(soft[..., 3:] / 255, 1e-3)
    return Image.fromarray(np.concatenate([soft[..., :3] / spread, soft[..., 3:]], -1).clip(0, 255).astype(np.uint8), "RGBA")


def add_light(picture, paint, blur):
    """Adds what `paint` draws as light, blurred: glow, bokeh, lamps."""
    height, width = picture.shape[:2]
    layer = Image.new("RGB", (width, height))
    paint(ImageDraw.Draw(layer))
    if blur:
        layer = layer.filter(ImageFilter.GaussianBlur(blur))
    return picture + np.asarray(layer, np.float32) / 255


def rgb(value):
    """A colour of floats as integers for ImageDraw."""
    return tuple(int(v) for v in np.clip(np.asarray(value) * 255, 0, 255))


def pine(pen, rng, x, base, size, fill):
    """A pine as a stack of ragged triangles, `size` high, standing on `base`."""
    for level in range(5):
        top = base - size * (1 - level * 0.17)
        half = size * (0.07 + 0.055 * level)
        drop = size * 0.26
        points = [(x, top)]
        for side in (1, -1):
            edge = [(x + side * half * s * rng.uniform(0.8, 1.1), top + drop * s) for s in (0.5, 1.0)]
            points += edge if side == 1 else edge[::-1]
        pen.polygon(points, fill=fill)
    pen.rectangle((x - size * 0.02, base - size * 0.15, x + size * 0.02, base), fill=fill)


def picture_of(values):
    """The float picture as a Pillow image, at half its size: the scenes are painted at twice the resolution."""
    image = Image.fromarray((np.clip(values, 0, 1) * 255 + 0.5).astype(np.uint8))
    return image.resize((image.width // 2, image.height // 2), Image.LANCZOS)


def canvas(size):
    """Height and width to paint a picture of `size` (width, height) on: twice its resolution."""
    return size[1] * 2, size[0] * 2
