import { CARD_HEIGHT, CARD_WIDTH, MARGIN, type Shape } from './day-card.ts';

/** Drawn on a canvas, because the content security policy forbids images from data URLs. */
export function pngOf(shapes: readonly Shape[]): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = CARD_WIDTH;
  canvas.height = CARD_HEIGHT;
  const context = canvas.getContext('2d');
  if (context === null) return Promise.resolve(null);
  for (const shape of shapes) {
    context.fillStyle = shape.fill;
    if (shape.kind === 'rect') {
      context.beginPath();
      context.roundRect(shape.x, shape.y, shape.width, shape.height, shape.radius);
      context.fill();
    } else {
      context.font = `${shape.weight} ${shape.size}px system-ui, sans-serif`;
      context.fillText(shape.text, shape.x, shape.y, CARD_WIDTH - shape.x - MARGIN);
    }
  }
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
