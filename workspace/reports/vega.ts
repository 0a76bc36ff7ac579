import { parse, View } from 'vega'
import { expressionInterpreter } from 'vega-interpreter'
import { compile, type TopLevelSpec } from 'vega-lite'
import { chartColours, configOf } from './chart-colours.ts'
import { type Group, sayWords, type WordsByField } from './label-words.ts'

type Rows = readonly Record<string, unknown>[]

/**
 * The only place that knows Vega: a chunk of its own, loaded with the first chart. Expressions are interpreted, because
 * the policy of the page forbids to make code of them; nothing is fetched, because all data is here.
 */
export async function drawChart(
  into: HTMLElement,
  spec: Record<string, unknown>,
  datasets: Readonly<Record<string, Rows>>,
  words: WordsByField = {},
): Promise<() => void> {
  // Charts beside each other have widths of their own.
  const fit = spec.width === 'container' ? { autosize: { type: 'fit-x', contains: 'padding' } } : {}
  const whole = { ...fit, ...spec, datasets }
  const { spec: compiled } = compile(whole as unknown as TopLevelSpec, {
    config: configOf(chartColours(into)),
  })
  // A dash is seen in a line, not in a dot.
  for (const legend of compiled.legends ?? [])
    if (legend.strokeDash) Object.assign(legend, { symbolType: 'stroke', symbolSize: 400 })
  sayWords(compiled as unknown as Group, words)
  const runtime = parse(compiled, undefined, { ast: true })
  const view = new View(runtime, {
    expr: expressionInterpreter,
    renderer: 'svg',
    container: into,
    hover: true,
    loader: { load: refuse, sanitize: refuse, http: refuse, file: refuse },
  })
  await view.runAsync()
  return () => void view.finalize()
}

async function refuse(): Promise<never> {
  throw new Error('A chart fetches nothing.')
}
