import type { Config } from 'vega-lite'

/** The tokens that a chart is drawn with. */
const tokens = [
  'ink',
  'ink-soft',
  'line',
  'line-soft',
  'accent',
  'medical',
  'other',
  'index',
  'good',
  'ink-faint',
] as const

export type ChartColours = Record<(typeof tokens)[number], string>

/** As the theme has them here and now. */
export function chartColours(within: HTMLElement): ChartColours {
  const probe = document.createElement('span')
  within.append(probe)
  const colours = Object.fromEntries(
    tokens.map((name) => {
      probe.style.color = `var(--${name})`
      return [name, getComputedStyle(probe).color]
    }),
  ) as ChartColours
  probe.remove()
  return colours
}

/** Thin lines, one accent, words of the interface: a chart looks like the screen around it. */
export function configOf(colour: ChartColours): Config {
  const words = { labelColor: colour['ink-soft'], titleColor: colour['ink-soft'] }
  const font = 'system-ui, -apple-system, "Segoe UI", "Liberation Sans", sans-serif'
  return {
    aria: false,
    background: 'transparent',
    font,
    padding: 4,
    view: { stroke: 'transparent', continuousHeight: 260, discreteHeight: { step: 26 } },
    axis: {
      ...words,
      labelFontSize: 12,
      titleFontSize: 12,
      titleFontWeight: 'normal',
      domainColor: colour.line,
      tickColor: colour.line,
      gridColor: colour['line-soft'],
      labelPadding: 6,
      titlePadding: 8,
    },
    axisY: { ticks: false, domain: false },
    axisX: { tickSize: 4 },
    axisQuantitative: { tickCount: 6 },
    legend: {
      ...words,
      labelFontSize: 12,
      titleFontSize: 12,
      titleFontWeight: 'normal',
    },
    title: { color: colour.ink, subtitleColor: colour['ink-soft'], fontSize: 14, anchor: 'start' },
    header: words,
    bar: { color: colour.accent },
    line: { color: colour.accent, strokeWidth: 2 },
    area: { color: colour.accent, fillOpacity: 0.25 },
    point: { color: colour.accent, filled: true, size: 40 },
    circle: { color: colour.accent },
    tick: { color: colour.accent },
    rect: { color: colour.accent },
    arc: { color: colour.accent },
    rule: { color: colour['ink-faint'] },
    text: { color: colour.ink },
    range: {
      category: [colour.accent, colour.other, colour.index, colour.medical, colour['ink-faint'], colour.good],
      ramp: { scheme: 'blues' },
    },
  }
}
