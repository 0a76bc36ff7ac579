/**
 * The part of Vega-Lite that a dashboard may use: charts over named reports, and nothing that fetches, links, runs an
 * expression or draws a picture. What is not listed here is refused, with its path.
 */

type Check = (value: unknown, path: string, faults: string[]) => void

export const mostChartBytes = 256 * 1024
const mostCharts = 50
const mostDepth = 4
const mostFaults = 10
/** So many rows a fold may make of one, with all folds before it. */
const mostFolded = 50

/** What is wrong with a specification, each a sentence that begins with its path. None: it may be shown. */
export function faultsOfChart(spec: unknown, path = 'spec'): string[] {
  const bytes = bytesOf(spec)
  if (bytes === undefined) return [`${path} is nested more deeply than ${mostDepth} levels.`]
  if (bytes > mostChartBytes) return [`${path} must be at most ${mostChartBytes} bytes, not ${bytes}.`]
  const faults: string[] = []
  view(mostDepth, true)(spec, path, faults)
  const charts = countCharts(spec, mostDepth)
  if (faults.length === 0 && charts > mostCharts)
    faults.push(`${path} must have at most ${mostCharts} charts in all, not ${charts}.`)
  if (faults.length === 0) refuseManyFolds(spec, path, 1, faults)
  return faults.slice(0, mostFaults)
}

/** Undefined where it is nested more deeply than anything can be written. */
function bytesOf(spec: unknown): number | undefined {
  try {
    return new TextEncoder().encode(JSON.stringify(spec) ?? '').length
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Whoever looks at it draws every one. */
function countCharts(spec: unknown, depth: number): number {
  if (!isObject(spec)) return 0
  const inside = within(spec)
  return inside.length === 0 || depth < 0
    ? 1
    : inside.reduce<number>((sum, one) => sum + countCharts(one, depth - 1), 0)
}

/** Each fold multiplies the rows of those before it: a few of them fill the memory of whoever looks. */
function refuseManyFolds(spec: unknown, path: string, before: number, faults: string[]) {
  if (!isObject(spec)) return
  let rows = before
  for (const [index, one] of (Array.isArray(spec.transform) ? spec.transform : []).entries()) {
    if (!isObject(one) || !Array.isArray(one.fold)) continue
    rows *= Math.max(1, one.fold.length)
    if (rows > mostFolded) {
      const at = `${path}.transform[${index}].fold`
      faults.push(
        `${at} makes ${rows} rows of one, with the folds before it: at most ${mostFolded} are accepted.`,
      )
      return
    }
  }
  for (const several of ['layer', 'concat', 'hconcat', 'vconcat'])
    for (const [index, one] of (Array.isArray(spec[several]) ? spec[several] : []).entries())
      refuseManyFolds(one, `${path}.${several}[${index}]`, rows, faults)
}

const within = (spec: Readonly<Record<string, unknown>>): unknown[] =>
  ['layer', 'concat', 'hconcat', 'vconcat'].flatMap((several) => {
    const inside = spec[several]
    return Array.isArray(inside) ? inside : []
  })

/** The reports that a specification takes its data from. */
export function reportsOfChart(spec: unknown): string[] {
  const found = new Set<string>()
  const look = (value: unknown) => {
    if (!isObject(value)) return
    const { data } = value
    if (isObject(data) && typeof data.name === 'string') found.add(data.name)
    within(value).forEach(look)
  }
  look(spec)
  return [...found]
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const text =
  (most: number, pattern?: RegExp, says = 'plain text'): Check =>
  (value, path, faults) => {
    if (typeof value !== 'string') faults.push(`${path} must be a text.`)
    else if (value.length > most) faults.push(`${path} must have at most ${most} characters.`)
    else if (pattern && !pattern.test(value)) faults.push(`${path} must be ${says}.`)
  }

const number =
  (least: number, most: number): Check =>
  (value, path, faults) => {
    if (typeof value !== 'number' || !(value >= least && value <= most))
      faults.push(`${path} must be a number from ${least} to ${most}.`)
  }

const flag: Check = (value, path, faults) => {
  if (typeof value !== 'boolean') faults.push(`${path} must be true or false.`)
}

const nothing: Check = (value, path, faults) => {
  if (value !== null) faults.push(`${path} must be null.`)
}

const oneOf =
  (...words: readonly (string | null)[]): Check =>
  (value, path, faults) => {
    if (!words.includes(value as string)) faults.push(`${path} must be one of ${words.join(', ')}.`)
  }

/** Taken by one of them; where none takes it, what the first says, unless another finds fault with what is inside. */
const either =
  (...checks: readonly Check[]): Check =>
  (value, path, faults) => {
    const said = checks.map((check) => {
      const own: string[] = []
      check(value, path, own)
      return own
    })
    if (said.some((own) => own.length === 0)) return
    const isInside = (fault: string) => !fault.startsWith(`${path} `)
    faults.push(...(said.find((own) => own.some(isInside)) ?? said[0] ?? []))
  }

const list =
  (check: Check, most: number): Check =>
  (value, path, faults) => {
    if (!Array.isArray(value)) faults.push(`${path} must be a list.`)
    else if (value.length > most) faults.push(`${path} must have at most ${most} entries.`)
    else for (const [index, one] of value.entries()) check(one, `${path}[${index}]`, faults)
  }

const object =
  (fields: Readonly<Record<string, Check>>, required: readonly string[] = []): Check =>
  (value, path, faults) => {
    if (!isObject(value)) {
      faults.push(`${path} must be an object.`)
      return
    }
    for (const [name, member] of Object.entries(value)) {
      const check = Object.hasOwn(fields, name) ? fields[name] : undefined
      if (check) check(member, `${path}.${name}`, faults)
      else faults.push(`${path}.${shown(name)} is not accepted in a dashboard.`)
    }
    for (const name of required) if (!Object.hasOwn(value, name)) faults.push(`${path}.${name} is missing.`)
  }

/** The name of a field that a stranger has made up, short enough for a sentence. */
const shown = (name: string) => name.slice(0, 60)

const words = text(300)
/** A column of a report, or one that a transform makes: also with spaces, and with dots, escaped or not; no path in brackets. */
const field = text(
  60,
  /^(?!(?:.*\.)?(?:__proto__|constructor|prototype)(?:\.|$))\p{L}(?:[\p{L}\p{M}\p{N}_ %()/&+-]|\\?\.)*$/u,
  'the name of a column',
)
const colour = text(40, /^(#[0-9A-Fa-f]{3,8}|[A-Za-z]+)$/, 'a colour such as #1a4480 or steelblue')
const plain = text(200, /^[\w#., %+-]*$/, 'a plain word')
const pixels = number(0, 10_000)
const ratio = number(0, 1)
const any: Check = (value, path, faults) => {
  if (value === null || typeof value === 'boolean') return
  if (typeof value === 'string') plain(value, path, faults)
  else number(-1e15, 1e15)(value, path, faults)
}
/** A number in it is a width or a precision: a wide one fills the memory of whoever looks. */
const format = text(40, /^(?!.*\d{3})/, 'a format whose numbers have at most two digits')
const title = either(words, nothing)

const markNames = [
  ...['bar', 'line', 'area', 'point', 'circle', 'square', 'tick', 'rect', 'rule', 'text', 'arc', 'trail'],
  ...['boxplot', 'errorbar', 'errorband'],
]
const markTypes = oneOf(...markNames)

const markFields: Readonly<Record<string, Check>> = {
  color: colour,
  fill: colour,
  stroke: colour,
  opacity: ratio,
  fillOpacity: ratio,
  strokeOpacity: ratio,
  strokeWidth: pixels,
  strokeDash: list(pixels, 8),
  size: pixels,
  thickness: pixels,
  filled: flag,
  point: flag,
  line: flag,
  interpolate: oneOf('linear', 'monotone', 'step', 'step-after', 'step-before', 'cardinal'),
  tooltip: either(flag, nothing),
  cornerRadius: pixels,
  cornerRadiusEnd: pixels,
  innerRadius: pixels,
  outerRadius: pixels,
  orient: oneOf('horizontal', 'vertical'),
  align: oneOf('left', 'center', 'right'),
  baseline: oneOf('top', 'middle', 'bottom', 'alphabetic'),
  dx: number(-1000, 1000),
  dy: number(-1000, 1000),
  angle: number(-360, 360),
  fontSize: pixels,
  fontWeight: oneOf('normal', 'bold'),
  extent: either(number(0, 10), oneOf('min-max', 'ci', 'iqr', 'stderr', 'stdev')),
}
const mark = either(markTypes, object({ type: markTypes, ...markFields }, ['type']))

const aggregate = oneOf(
  ...['count', 'sum', 'mean', 'average', 'median', 'min', 'max', 'distinct', 'valid', 'missing'],
  ...['q1', 'q3', 'stdev', 'variance'],
)
const timeUnit = text(60, /^(utc)?[a-z]+$/, 'a time unit such as yearmonth')
const order = oneOf('ascending', 'descending', null)
const sort = either(
  order,
  text(20, /^-?(x|y|color|size|shape|opacity|text)$/, 'ascending, descending, or a channel such as -x'),
  list(any, 500),
  object({ field, op: aggregate, order }),
)

const axisFields: Readonly<Record<string, Check>> = {
  title,
  format,
  formatType: oneOf('number', 'time'),
  labelAngle: number(-360, 360),
  labels: flag,
  ticks: flag,
  domain: flag,
  grid: flag,
  tickCount: number(0, 1000),
  tickMinStep: number(0, 1e9),
  values: list(any, 500),
  orient: oneOf('top', 'bottom', 'left', 'right'),
  labelLimit: pixels,
  labelOverlap: flag,
}
const axis = either(object(axisFields), nothing)
const legendFields: Readonly<Record<string, Check>> = {
  title,
  format,
  orient: oneOf(
    'left',
    'right',
    'top',
    'bottom',
    'top-left',
    'top-right',
    'bottom-left',
    'bottom-right',
    'none',
  ),
  direction: oneOf('horizontal', 'vertical'),
  columns: number(1, 50),
  values: list(any, 500),
  labelLimit: pixels,
}
const legend = either(object(legendFields), nothing)
const scale = either(
  object({
    type: oneOf(
      ...['linear', 'log', 'pow', 'sqrt', 'symlog', 'time', 'utc', 'ordinal', 'band', 'point'],
      ...['quantile', 'quantize', 'threshold', 'bin-ordinal'],
    ),
    domain: list(any, 500),
    range: list(either(number(-1e9, 1e9), colour), 500),
    scheme: text(40, /^[a-z0-9-]+$/, 'the name of a colour scheme'),
    zero: flag,
    nice: flag,
    reverse: flag,
    clamp: flag,
    padding: number(0, 100),
    paddingInner: ratio,
    paddingOuter: number(0, 100),
    base: number(1, 1000),
    exponent: number(-10, 10),
  }),
  nothing,
)
const stack = either(oneOf('zero', 'normalize', 'center', null), flag)
// No step: of a small one and large figures an axis has more ticks than memory.
const bin = either(flag, object({ maxbins: number(2, 200), nice: flag }), nothing)

const channel = object({
  field,
  type: oneOf('quantitative', 'temporal', 'ordinal', 'nominal'),
  aggregate,
  timeUnit,
  bin,
  stack,
  sort,
  title,
  format,
  formatType: oneOf('number', 'time'),
  axis,
  legend,
  scale,
  value: any,
  datum: any,
  bandPosition: ratio,
})
const header = either(object({ title, format, labelAngle: number(-360, 360), labels: flag }), nothing)
const facet = object({
  field,
  type: oneOf('quantitative', 'temporal', 'ordinal', 'nominal'),
  aggregate,
  timeUnit,
  bin,
  sort,
  title,
  header,
  columns: number(1, 50),
  spacing: pixels,
})
const several = either(channel, list(channel, 30))

const encoding = object({
  x: channel,
  y: channel,
  x2: channel,
  y2: channel,
  xOffset: channel,
  yOffset: channel,
  xError: channel,
  yError: channel,
  color: channel,
  fill: channel,
  stroke: channel,
  opacity: channel,
  strokeWidth: channel,
  strokeDash: channel,
  size: channel,
  shape: channel,
  angle: channel,
  theta: channel,
  theta2: channel,
  radius: channel,
  text: channel,
  tooltip: either(several, nothing),
  detail: several,
  order: several,
  row: facet,
  column: facet,
  facet,
})

/** Comparisons of a column, and no expressions. */
const predicate = object(
  {
    field,
    timeUnit,
    equal: any,
    lt: any,
    lte: any,
    gt: any,
    gte: any,
    range: list(any, 2),
    oneOf: list(any, 500),
    valid: flag,
  },
  ['field'],
)
const measures = list(object({ op: aggregate, field, as: field }, ['op', 'as']), 50)
const transforms: Readonly<Record<string, Check>> = {
  filter: object({ filter: predicate }),
  aggregate: object({ aggregate: measures, groupby: list(field, 20) }),
  joinaggregate: object({ joinaggregate: measures, groupby: list(field, 20) }),
  fold: object({ fold: list(field, 50), as: list(field, 2) }),
  timeUnit: object({ timeUnit, field, as: field }, ['field', 'as']),
  bin: object({ bin, field, as: field }, ['field', 'as']),
  stack: object(
    {
      stack: field,
      groupby: list(field, 20),
      offset: oneOf('zero', 'normalize', 'center'),
      sort: list(object({ field, order }), 20),
      as: list(field, 2),
    },
    ['groupby', 'as'],
  ),
}
const transform: Check = (value, path, faults) => {
  const kinds = isObject(value) ? Object.keys(transforms).filter((kind) => Object.hasOwn(value, kind)) : []
  const check = kinds[0] === undefined ? undefined : transforms[kinds[0]]
  if (check) check(value, path, faults)
  else faults.push(`${path} must have one of ${Object.keys(transforms).join(', ')}.`)
}

const data = object({ name: text(60, /^[A-Za-z]\w*$/, 'the name of a report') }, ['name'])
const size = either(pixels, oneOf('container'), object({ step: number(1, 200) }, ['step']))
const resolution = oneOf('shared', 'independent')
const channels = (check: Check) =>
  object({ x: check, y: check, color: check, size: check, shape: check, opacity: check, theta: check })

const look = {
  labelColor: colour,
  titleColor: colour,
  labelFontSize: pixels,
  titleFontSize: pixels,
  labelFontWeight: oneOf('normal', 'bold'),
  titleFontWeight: oneOf('normal', 'bold'),
  labelPadding: pixels,
  titlePadding: pixels,
}
const line = {
  domainColor: colour,
  domainWidth: pixels,
  gridColor: colour,
  gridDash: list(pixels, 8),
  gridOpacity: ratio,
  gridWidth: pixels,
  tickColor: colour,
  tickSize: pixels,
  tickWidth: pixels,
}
const axisLook = object({ ...axisFields, ...look, ...line })
const markLook = object(markFields)
const steps = either(pixels, object({ step: number(1, 200) }, ['step']))
const scheme = either(
  list(colour, 50),
  object({ scheme: text(40, /^[a-z0-9-]+$/, 'the name of a colour scheme') }),
)

/** How charts look where they do not say it themselves. No font: the page has its own. */
const config = object({
  background: colour,
  padding: pixels,
  numberFormat: format,
  timeFormat: format,
  axis: axisLook,
  axisX: axisLook,
  axisY: axisLook,
  axisQuantitative: axisLook,
  axisTemporal: axisLook,
  axisDiscrete: axisLook,
  axisBand: axisLook,
  legend: object({ ...legendFields, ...look }),
  header: object({ ...look, labelAngle: number(-360, 360) }),
  title: object({
    anchor: oneOf('start', 'middle', 'end'),
    color: colour,
    subtitleColor: colour,
    fontSize: pixels,
    subtitleFontSize: pixels,
    fontWeight: oneOf('normal', 'bold'),
    offset: pixels,
  }),
  view: object({
    stroke: either(colour, nothing),
    strokeWidth: pixels,
    fill: either(colour, nothing),
    cornerRadius: pixels,
    continuousWidth: pixels,
    continuousHeight: pixels,
    discreteWidth: steps,
    discreteHeight: steps,
    step: number(1, 200),
  }),
  mark: markLook,
  ...Object.fromEntries(markNames.map((name) => [name, markLook])),
  range: object({
    category: scheme,
    ordinal: scheme,
    ramp: scheme,
    heatmap: scheme,
    diverging: scheme,
  }),
  scale: object({
    bandPaddingInner: ratio,
    bandPaddingOuter: number(0, 100),
    barBandPaddingInner: ratio,
    continuousPadding: number(0, 100),
    pointPadding: number(0, 100),
    clamp: flag,
  }),
})

const about: Readonly<Record<string, Check>> = {
  title: either(
    words,
    object({ text: words, subtitle: words, anchor: oneOf('start', 'middle', 'end') }, ['text']),
  ),
  name: text(60, /^\w+$/, 'a plain word'),
  description: text(2000),
  data,
  transform: list(transform, 50),
  width: size,
  height: size,
  resolve: object({ scale: channels(resolution), axis: channels(resolution), legend: channels(resolution) }),
}
const top: Readonly<Record<string, Check>> = {
  $schema: text(
    100,
    /^https:\/\/vega\.github\.io\/schema\/vega-lite\/v[56](\.\d+){0,2}\.json$/,
    'the schema of Vega-Lite 5 or 6',
  ),
  background: colour,
  padding: pixels,
  config,
  autosize: either(
    oneOf('pad', 'fit', 'fit-x', 'fit-y', 'none'),
    object({
      type: oneOf('pad', 'fit', 'fit-x', 'fit-y', 'none'),
      contains: oneOf('content', 'padding'),
      resize: flag,
    }),
  ),
}

/** A chart, charts over each other, or charts beside each other. */
function view(depth: number, isTop = false): Check {
  return (value, path, faults) => {
    const also = isTop ? top : {}
    const deeper =
      depth === 0
        ? (((_, at, found) => found.push(`${at} is nested more deeply than ${mostDepth} levels.`)) as Check)
        : view(depth - 1)
    const charts = list(deeper, mostCharts)
    const shapes: Readonly<Record<string, Check>> = {
      mark: object({ ...about, ...also, mark, encoding }),
      layer: object({ ...about, ...also, layer: charts, encoding }),
      concat: object({ ...about, ...also, concat: charts, columns: number(1, 50), spacing: pixels }),
      hconcat: object({ ...about, ...also, hconcat: charts, spacing: pixels }),
      vconcat: object({ ...about, ...also, vconcat: charts, spacing: pixels }),
    }
    if (!isObject(value)) {
      faults.push(`${path} must be an object.`)
      return
    }
    const shape = Object.keys(shapes).find((name) => Object.hasOwn(value, name))
    const check = shape === undefined ? undefined : shapes[shape]
    if (check) check(value, path, faults)
    else faults.push(`${path} must have one of ${Object.keys(shapes).join(', ')}.`)
  }
}
