import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { faultsOfChart, mostChartBytes, reportsOfChart } from './charts.ts'

const data = { name: 'throughput' }
const x = {
  field: 'period',
  type: 'temporal',
  timeUnit: 'utcyearmonth',
  axis: { title: null, format: '%b %Y' },
}
const y = { field: 'opened', type: 'quantitative', aggregate: 'sum', scale: { zero: true } }
const unit = { data, mark: 'bar', encoding: { x, y } }
const chart = {
  $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
  title: { text: 'Opened', subtitle: 'By month' },
  width: 'container',
  height: 240,
  ...unit,
}

describe('a chart of a dashboard', () => {
  const accepted: Record<string, unknown> = {
    'one chart': chart,
    'a mark with properties': {
      ...unit,
      mark: { type: 'line', point: true, color: '#1a4480', tooltip: true },
    },
    layers: {
      data,
      layer: [
        { mark: 'line', encoding: { x, y } },
        { mark: 'rule', encoding: { y: { datum: 3 } } },
      ],
    },
    'side by side': { vconcat: [unit, { hconcat: [unit, unit], spacing: 10 }] },
    transformed: {
      ...unit,
      transform: [
        { filter: { field: 'docket', oneOf: ['directReview', null] } },
        { fold: ['opened', 'closed'], as: ['what', 'count'] },
        { aggregate: [{ op: 'sum', field: 'count', as: 'sum' }], groupby: ['what'] },
      ],
    },
    'a tooltip of several columns': {
      ...unit,
      encoding: { x, y, tooltip: [x, y], color: { value: 'steelblue' } },
    },
    'a configuration': {
      ...unit,
      config: {
        view: { stroke: null, step: 30 },
        axis: { grid: false, labelFontSize: 11, domainColor: '#888' },
        axisY: { ticks: false },
        bar: { color: 'steelblue', cornerRadiusEnd: 4 },
        range: { category: { scheme: 'tableau10' }, ramp: ['#fff', '#000'] },
        legend: { orient: 'bottom' },
        title: { anchor: 'start', fontSize: 16 },
      },
    },
    'a width by step': { ...unit, width: { step: 20 }, autosize: { type: 'fit', contains: 'padding' } },
    'columns with spaces and dots': {
      ...unit,
      transform: [
        { aggregate: [{ op: 'sum', field: 'opened', as: 'Cases opened (sum)' }], groupby: ['period'] },
      ],
      encoding: { x, y: { field: 'Cases opened (sum)' }, color: { field: 'no\\.1' }, size: { field: 'a.b' } },
    },
    'sorted by another channel': { ...unit, encoding: { x: { field: 'step', sort: '-y' }, y } },
  }
  for (const [name, spec] of Object.entries(accepted))
    it(`${name} is accepted`, () => assert.deepEqual(faultsOfChart(spec), []))

  const encoded = (more: object) => ({ ...unit, encoding: { x, y, ...more } })
  const refused: [name: string, spec: unknown, path: string][] = [
    ['nothing', null, 'spec must be an object.'],
    ['a list', [unit], 'spec must be an object.'],
    ['no mark', { data }, 'spec must have one of mark, layer, concat, hconcat, vconcat.'],
    [
      'more charts than can be drawn',
      { vconcat: Array.from({ length: 6 }, () => ({ hconcat: Array.from({ length: 10 }, () => unit) })) },
      'spec must have at most 50 charts in all, not 60.',
    ],
    [
      'folds of folds',
      {
        ...unit,
        transform: Array.from({ length: 6 }, () => ({ fold: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] })),
      },
      'spec.transform[1].fold makes 64 rows of one, with the folds before it: at most 50 are accepted.',
    ],
    [
      'folds of folds in a layer',
      {
        data,
        transform: [{ fold: Array.from({ length: 50 }, (_, index) => `a${index}`) }],
        layer: [unit, { ...unit, transform: [{ fold: ['a', 'b'] }] }],
      },
      'spec.layer[1].transform[0].fold makes 100 rows of one',
    ],
    ['a width of bins', encoded({ x: { ...x, bin: { step: 1e-9 } } }), 'spec.encoding.x.bin.step is not'],
    ['data by url', { ...unit, data: { url: 'https://example.org/x.json' } }, 'spec.data.url is not'],
    ['data beside its name', { ...unit, data: { ...data, url: 'x' } }, 'spec.data.url is not'],
    ['data of its own', { ...unit, data: { values: [{ a: 1 }] } }, 'spec.data.values is not'],
    [
      'data in a layer by url',
      { layer: [unit, { ...unit, data: { url: 'x' } }] },
      'spec.layer[1].data.url is not',
    ],
    ['datasets', { ...unit, datasets: { a: [] } }, 'spec.datasets is not'],
    ['an image', { ...unit, mark: 'image' }, 'spec.mark must be'],
    ['an image as an object', { ...unit, mark: { type: 'image' } }, 'spec.mark.type must be one of'],
    ['a map', { ...unit, mark: 'geoshape' }, 'spec.mark must be'],
    [
      'a link on the mark',
      { ...unit, mark: { type: 'bar', href: 'https://x.org' } },
      'spec.mark.href is not',
    ],
    ['a url on the mark', { ...unit, mark: { type: 'bar', url: 'x' } }, 'spec.mark.url is not'],
    ['a link channel', encoded({ href: { field: 'a' } }), 'spec.encoding.href is not'],
    ['a url channel', encoded({ url: { field: 'a' } }), 'spec.encoding.url is not'],
    [
      'a url as colour',
      { ...unit, mark: { type: 'bar', fill: 'url(https://x.org/a)' } },
      'spec.mark.fill must be',
    ],
    ['a url as value', encoded({ color: { value: 'url(//x.org)' } }), 'spec.encoding.color.value must be'],
    [
      'a gradient',
      { ...unit, mark: { type: 'bar', color: { gradient: 'linear' } } },
      'spec.mark.color must be',
    ],
    ['a calculation', { ...unit, transform: [{ calculate: '1', as: 'a' }] }, 'spec.transform[0] must have'],
    [
      'an expression as filter',
      { ...unit, transform: [{ filter: 'datum.a > 1' }] },
      'spec.transform[0].filter must',
    ],
    ['a lookup', { ...unit, transform: [{ lookup: 'a', from: {} }] }, 'spec.transform[0] must have'],
    [
      'a transform of two kinds',
      { ...unit, transform: [{ filter: { field: 'a' }, fold: [] }] },
      'spec.transform[0].fold is',
    ],
    [
      'an expression as a value',
      encoded({ size: { value: { expr: '1' } } }),
      'spec.encoding.size.value must be',
    ],
    ['a condition', encoded({ size: { condition: { test: '1' } } }), 'spec.encoding.size.condition is not'],
    ['params', { ...unit, params: [{ name: 'a', expr: '1' }] }, 'spec.params is not'],
    ['a selection', { ...unit, selection: {} }, 'spec.selection is not'],
    ['a font in the configuration', { ...unit, config: { font: 'Papyrus' } }, 'spec.config.font is not'],
    [
      'a url in the configuration',
      { ...unit, config: { view: { fill: 'url(//x.org)' } } },
      'spec.config.view.fill must be',
    ],
    [
      'an expression in the configuration',
      { ...unit, config: { axis: { labelExpr: '1' } } },
      'spec.config.axis.labelExpr is not',
    ],
    [
      'a configuration of one of several',
      { vconcat: [{ ...unit, config: {} }] },
      'spec.vconcat[0].config is',
    ],
    ['a step as wide as memory', { ...unit, width: { step: 1e9 } }, 'spec.width.step must be'],
    [
      'a field of the prototype',
      encoded({ size: { field: 'opened.__proto__.a' } }),
      'spec.encoding.size.field must be',
    ],
    [
      'a column called as one',
      { ...unit, transform: [{ fold: ['a'], as: ['constructor', 'b'] }] },
      'spec.transform[0].as[0] must be',
    ],
    [
      'options of the embedder',
      { ...unit, usermeta: { embedOptions: { loader: {} } } },
      'spec.usermeta is not',
    ],
    [
      'a field by a path',
      encoded({ size: { field: 'a[0].constructor' } }),
      'spec.encoding.size.field must be',
    ],
    ['another schema', { ...unit, $schema: 'https://x.org/v6.json' }, 'spec.$schema must be'],
    ['a prototype', JSON.parse('{"mark":"bar","__proto__":{"a":1}}'), 'spec.__proto__ is not'],
    ['a constructor', { ...unit, constructor: {} }, 'spec.constructor is not'],
    [
      'a custom format',
      encoded({ text: { field: 'a', formatType: 'mine' } }),
      'spec.encoding.text.formatType must',
    ],
    [
      'something in an axis',
      encoded({ x: { field: 'a', axis: { encode: {} } } }),
      'spec.encoding.x.axis.encode is not',
    ],
    [
      'a format that is as wide as memory',
      encoded({ x: { field: 'a', axis: { format: '0300000000d' } } }),
      'spec.encoding.x.axis.format must be a format whose numbers',
    ],
    ['too much width', { ...unit, width: 1e9 }, 'spec.width must be'],
  ]
  for (const [name, spec, path] of refused)
    it(`${name} is refused, with its path`, () => {
      const faults = faultsOfChart(spec)
      assert.ok(
        faults.some((fault) => fault.startsWith(path)),
        `${path}: ${faults.join(' ')}`,
      )
    })

  it('one that is too large, or nested too deeply, is refused', () => {
    const large = { ...unit, description: 'x'.repeat(mostChartBytes) }
    assert.match(faultsOfChart(large)[0] ?? '', /^spec must be at most 262144 bytes, not \d+\.$/)
    const nested = (levels: number): object => (levels === 0 ? unit : { vconcat: [nested(levels - 1)] })
    assert.deepEqual(faultsOfChart(nested(4)), [])
    assert.match(faultsOfChart(nested(6))[0] ?? '', /is nested more deeply than 4 levels\.$/)
    const bottomless = JSON.parse(`${'{"layer":['.repeat(20_000)}${']}'.repeat(20_000)}`)
    assert.deepEqual(faultsOfChart(bottomless), ['spec is nested more deeply than 4 levels.'])
  })

  it('names the reports that it needs, in every part', () => {
    const other = { ...unit, data: { name: 'overdue' } }
    assert.deepEqual(reportsOfChart({ vconcat: [unit, { layer: [other, unit] }] }), ['throughput', 'overdue'])
  })
})
