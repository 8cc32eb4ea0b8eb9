import { useState } from 'preact/hooks';
import { PICTURE_HEIGHT, PICTURE_WIDTH, PNG, pngOf, type Shape } from '../core/picture.ts';
import { saveFile } from '../core/save-file.ts';
import { WORDS_OF_SHARED_PICTURE as words } from '../core/words/shared-picture.ts';
import { CopyField } from './copy-field.tsx';
import './shared-picture.css';

interface SharedPictureProps {
  shapes: readonly Shape[];
  alt: string;
  name: string;
}

export function SharedPicture({ shapes, alt, name }: SharedPictureProps) {
  const [said, setSaid] = useState('');
  const withPng = (work: (png: Blob) => void | Promise<void>, done?: string) => async () => {
    try {
      const png = await pngOf(shapes);
      if (png === null) throw new Error('no canvas');
      await work(png);
      setSaid(done ?? '');
    } catch (error) {
      // closing the share dialog is no failure
      if (!(error instanceof DOMException && error.name === 'AbortError')) setSaid(words.cannot);
    }
  };
  return (
    <>
      <svg class="shared-picture" viewBox={`0 0 ${PICTURE_WIDTH} ${PICTURE_HEIGHT}`} role="img" aria-label={alt}>
        {shapes.map((shape, i) => (
          <Drawn key={`${shape.kind} ${i}`} shape={shape} />
        ))}
      </svg>
      <p class="line">
        {typeof navigator.share === 'function' && (
          <button
            type="button"
            class="go"
            onClick={withPng((png) => navigator.share({ files: [new File([png], name, { type: PNG })], text: alt }))}
          >
            {words.share}
          </button>
        )}
        <button type="button" onClick={withPng((png) => saveFile(name, PNG, png))}>
          {words.save}
        </button>
        {typeof navigator.clipboard?.write === 'function' && (
          <button
            type="button"
            onClick={withPng((png) => navigator.clipboard.write([new ClipboardItem({ [PNG]: png })]), words.copied)}
          >
            {words.copy}
          </button>
        )}
      </p>
      <p role="status">{said}</p>
      <CopyField label={words.alt} value={alt} isLong />
    </>
  );
}

function Drawn({ shape }: { shape: Shape }) {
  if (shape.kind === 'text') {
    const { x, y, size, weight, fill, text } = shape;
    return (
      <text x={x} y={y} font-size={size} font-weight={weight} fill={fill}>
        {text}
      </text>
    );
  }
  const { x, y, width, height } = shape;
  if (shape.kind === 'image') return <image href={shape.href} x={x} y={y} width={width} height={height} />;
  return <rect x={x} y={y} width={width} height={height} rx={shape.radius} fill={shape.fill} />;
}
