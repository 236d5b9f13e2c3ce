// The chart's colours: plain values of the tokens, read again when the theme or the price colours change.

import { readToken } from '@vitrine/ui';
import type { DeepPartial, Styles } from 'klinecharts';

const FAMILY = "'Inter Variable', system-ui, sans-serif";
const SIZE = 11;

/** The chart styles from the current tokens. */
export function chartLook(): DeepPartial<Styles> {
  const up = readToken('candle-up');
  const down = readToken('candle-down');
  const flat = readToken('ink-3');
  const ink = readToken('ink');
  const axis = { color: flat, size: SIZE, family: FAMILY };
  const line = readToken('line');
  const cross = { color: readToken('edge'), style: 'dashed' as const, dashedValue: [3, 3], size: 1 };
  const crossText = {
    color: readToken('sheet'),
    backgroundColor: readToken('ink-2'),
    borderSize: 0,
    size: SIZE,
    family: FAMILY,
  };
  const volumes = {
    upColor: readToken('volume-up'),
    downColor: readToken('volume-down'),
    noChangeColor: readToken('line-2'),
  };
  const lines = ['chart-line', 'warn', 'ink-2', 'accent-soft', 'edge'].map((name) => ({
    color: readToken(name),
    size: 1.25,
    smooth: false,
    style: 'solid' as const,
    dashedValue: [2, 2],
  }));
  const words = { color: flat, size: SIZE, family: FAMILY, weight: '500' };
  const mark = {
    color: readToken('on-dir'),
    size: SIZE,
    family: FAMILY,
    weight: '560',
    borderSize: 0,
    paddingLeft: 6,
    paddingRight: 6,
    paddingTop: 3,
    paddingBottom: 3,
    borderRadius: 2,
  };
  return {
    grid: { horizontal: { color: line, style: 'solid', size: 1 }, vertical: { color: line, style: 'solid', size: 1 } },
    candle: {
      type: 'candle_solid',
      bar: {
        compareRule: 'current_open',
        ...sides(up, down, flat),
        upBorderColor: up,
        downBorderColor: down,
        noChangeBorderColor: flat,
        upWickColor: up,
        downWickColor: down,
        noChangeWickColor: flat,
      },
      area: {
        lineColor: readToken('chart-line'),
        lineSize: 1.5,
        value: 'close',
        backgroundColor: readToken('accent-tint'),
        smooth: false,
      },
      priceMark: {
        high: { show: true, color: flat, textSize: SIZE, textFamily: FAMILY },
        low: { show: true, color: flat, textSize: SIZE, textFamily: FAMILY },
        last: {
          show: true,
          ...sides(readToken('up-fill'), readToken('down-fill'), readToken('ink-2')),
          line: { show: true, style: 'dashed', dashedValue: [2, 3], size: 1 },
          text: mark,
        },
      },
      // Below our own legend of the candle.
      tooltip: { showRule: 'none', offsetTop: 28, offsetLeft: 10 },
    },
    indicator: {
      ohlc: { compareRule: 'current_open', ...sides(up, down, flat) },
      bars: [{ style: 'fill', borderStyle: 'solid', borderSize: 0, borderDashedValue: [2, 2], ...volumes }],
      lines,
      lastValueMark: { show: false },
      tooltip: { showRule: 'follow_cross', offsetLeft: 10, title: words, legend: words },
    },
    xAxis: { axisLine: { color: line }, tickText: axis, tickLine: { show: false } },
    yAxis: { axisLine: { color: line }, tickText: axis, tickLine: { show: false } },
    separator: { color: line, size: 1, activeBackgroundColor: readToken('accent-tint') },
    crosshair: {
      horizontal: { line: cross, text: crossText },
      vertical: { line: cross, text: crossText },
    },
    overlay: {
      point: {
        color: readToken('accent'),
        borderColor: readToken('accent-line'),
        activeColor: readToken('accent'),
        activeBorderColor: readToken('accent-line'),
      },
      line: { color: readToken('accent-text'), size: 1.25 },
      rect: { color: readToken('glass'), borderColor: readToken('accent-text') },
      polygon: { color: readToken('glass'), borderColor: readToken('accent-text') },
      circle: { color: readToken('glass'), borderColor: readToken('accent-text') },
      arc: { color: readToken('accent-text') },
      text: { color: ink, size: SIZE, family: FAMILY, backgroundColor: 'transparent', borderSize: 0 },
    },
  };
}

function sides(up: string, down: string, flat: string): { upColor: string; downColor: string; noChangeColor: string } {
  return { upColor: up, downColor: down, noChangeColor: flat };
}
