// A QR code as one SVG path, dark on light in both themes, because cameras need that contrast.
import { useMemo } from 'react';
import { encode } from 'uqr';
import style from './set-up.module.css';

/** Quiet zone around the code in modules, as the standard requires. */
const border = 4;

/** The path of a code's dark modules; each run in a row is one rectangle. */
export function pathOf(rows: readonly (readonly boolean[])[]): string {
  return rows
    .flatMap((row, y) => {
      const runs: string[] = [];
      for (let x = 0; x < row.length;) {
        if (!row[x]) {
          x += 1;
          continue;
        }
        let end = x;
        while (row[end]) end += 1;
        runs.push(`M${x} ${y}h${end - x}v1h${x - end}z`);
        x = end;
      }
      return runs;
    })
    .join('');
}

export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, path } = useMemo(() => {
    const code = encode(text, { ecc: 'M', border });
    return { size: code.size, path: pathOf(code.data) };
  }, [text]);
  return (
    <svg
      className={style['qr']}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#10131f" />
    </svg>
  );
}
