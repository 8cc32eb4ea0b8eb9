// Pictures to share, made of shapes. A page shows them as SVG, and draws them on a canvas to make a file.

export const PICTURE_WIDTH = 1200;
export const PICTURE_HEIGHT = 630;
export const PICTURE_MARGIN = 80;
export const PNG = 'image/png';

export type Shape =
  | { kind: 'rect'; x: number; y: number; width: number; height: number; radius: number; fill: string }
  | { kind: 'text'; x: number; y: number; size: number; weight: 400 | 700; fill: string; text: string }
  | { kind: 'image'; x: number; y: number; width: number; height: number; href: string };

/** Draws on a canvas, because the content security policy forbids images from data URLs. */
export async function pngOf(shapes: readonly Shape[]): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = PICTURE_WIDTH;
  canvas.height = PICTURE_HEIGHT;
  const context = canvas.getContext('2d');
  if (context === null) return null;
  for (const shape of shapes) {
    const { x, y } = shape;
    if (shape.kind === 'image') {
      const image = new Image(shape.width, shape.height);
      image.src = shape.href;
      await image.decode();
      context.drawImage(image, x, y, shape.width, shape.height);
      continue;
    }
    context.fillStyle = shape.fill;
    if (shape.kind === 'rect') {
      context.beginPath();
      context.roundRect(x, y, shape.width, shape.height, shape.radius);
      context.fill();
    } else {
      context.font = `${shape.weight} ${shape.size}px system-ui, sans-serif`;
      context.fillText(shape.text, x, y, PICTURE_WIDTH - x - PICTURE_MARGIN);
    }
  }
  return new Promise((resolve) => canvas.toBlob(resolve, PNG));
}
