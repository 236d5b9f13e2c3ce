// A QR code as one path: dark on white in both themes, because cameras need that contrast.
import { encode } from 'uqr';
import style from './media.module.css';

/** Whole pixels per module, so that every edge is sharp. */
const modulePixels = 4;

/** The path of all dark modules, one unit each, row by row. */
export function qrPath(data: readonly (readonly boolean[])[]): string {
  return data.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('');
}

export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  return (
    <div className={style['qr']}>
      <svg
        viewBox={`0 0 ${size} ${size}`}
        width={size * modulePixels}
        height={size * modulePixels}
        role="img"
        data-testid="qr"
        aria-label={label}
      >
        <path fill="#000000" d={qrPath(data)} />
      </svg>
    </div>
  );
}
