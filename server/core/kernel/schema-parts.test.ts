import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { NewOperations } from '@portico/contract/operations'
import { authoring } from '@portico/contract/ports/authoring'
import { NewProposal } from '@portico/contract/proposals'
import type { TSchema } from '@portico/contract/type'
import { SaveWorkProduct } from '@portico/contract/work-products'
import * as codegen from 'ajv'
import { Ajv, type Options } from 'ajv'
import type { AnyValidateFunction } from 'ajv/dist/types/index.js'
import formats from 'ajv-formats'
import fc from 'fast-check'
import { sized } from '../../test/size.ts'
import { schemaFaults } from './schema-faults.ts'
import { inParts, understandingParts } from './schema-parts.ts'

const ajvOf = (options: Options) =>
  understandingParts(formats.default(new Ajv({ strict: false, useDefaults: true, ...options })), codegen)
const every: Options = { allErrors: true, verbose: true }
const runs = sized(600)

const long = {
  changeText: NewOperations,
  propose: NewProposal,
  saveWorkProduct: SaveWorkProduct,
  draftSaved: authoring.tells.draftSaved.fact,
  textChanged: authoring.tells.textChanged.fact,
  proposalsChanged: authoring.calls.proposalsChanged.input,
} satisfies Record<string, TSchema>

describe('a long schema in parts', () => {
  for (const [name, schema] of Object.entries(long)) {
    it(`${name} is checked by functions that the compiler can hold`, () => {
      const ajv = ajvOf(every)
      const lengths: number[] = []
      const compile = ajv.compile.bind(ajv)
      ajv.compile = ((part: TSchema) => {
        const validate = compile(part)
        lengths.push(validate.toString().length)
        return validate
      }) as typeof ajv.compile
      ajv.compile(inParts(schema))
      assert.ok(Math.max(...lengths) < 200_000, `one has ${Math.max(...lengths)} characters`)
    })
  }

  it('finds the faults that the whole finds, in the same places', () => {
    const whole = ajvOf(every).compile(NewOperations)
    const parted = ajvOf(every).compile(inParts(NewOperations))
    const faultsOf = (validate: AnyValidateFunction<unknown>, value: unknown) =>
      validate(value) ? [] : schemaFaults(validate.errors ?? [], { where: 'The body' })
    let refused = 0
    fc.assert(
      fc.property(operations, (value) => {
        const faults = faultsOf(whole, structuredClone(value))
        refused += faults.length > 0 ? 1 : 0
        assert.deepEqual(faultsOf(parted, structuredClone(value)), faults)
        assert.deepEqual(
          (parted.errors ?? []).map(({ schemaPath, instancePath }) => [schemaPath, instancePath]),
          (whole.errors ?? []).map(({ schemaPath, instancePath }) => [schemaPath, instancePath]),
        )
      }),
      { numRuns: runs },
    )
    assert.ok(refused > 5 && refused < runs, `${refused} were refused`)
  })

  it('is as it was where it is short', () => {
    const schema = authoring.tells.commented.fact
    assert.equal(inParts(schema), schema)
  })
})

const mostly = <T>(right: fc.Arbitrary<T>, ...wrong: unknown[]) =>
  fc.oneof({ weight: 15, arbitrary: right }, { weight: 1, arbitrary: fc.constantFrom<unknown>(...wrong) })
const text = fc.record({
  type: mostly(fc.constant('text'), 'txt', 3),
  text: mostly(fc.string({ minLength: 1 }), 7, ''),
})
const citation = fc.record({
  type: fc.constant('citation'),
  anchor: mostly(fc.constant({ page: 3 }), { page: 0 }, { page: 1, rect: { left: 2 } }, {}, null),
})
const inline = fc.oneof(
  text,
  citation,
  fc.record({ type: fc.constant('footnote'), content: fc.array(fc.oneof(text, citation), { maxLength: 2 }) }),
  fc.constant({ type: 'lineBreak' }),
)
const content = fc.array(inline, { maxLength: 3 })
const cells = fc.array(fc.record({ content }), { minLength: 1, maxLength: 2 })
const plain = fc.oneof(
  fc.record({ type: mostly(fc.constantFrom('paragraph', 'quote'), 'para'), content }),
  fc.record({ type: fc.constant('heading'), level: mostly(fc.constant(1), 4), content }),
  fc.record({ type: fc.constant('list'), isOrdered: fc.boolean(), items: cells }),
  fc.record({
    type: fc.constant('table'),
    header: cells,
    rows: fc.array(fc.record({ cells }), { maxLength: 2 }),
  }),
)
const block = fc.oneof(
  plain,
  fc.record({
    type: fc.constant('boilerplate'),
    entryId: mostly(fc.constant('order'), ''),
    version: fc.constant(1),
    edited: fc.array(plain, { maxLength: 2 }),
  }),
)
const section = mostly(fc.constant({ part: 'opening' }), { part: 'end' }, { part: 'issue', page: 1 })
const operation = fc.oneof(
  fc.record({ type: fc.constant('replace'), blockId: mostly(fc.constant('blk_a'), 'a'), block }),
  fc.record({ type: fc.constant('insertAfter'), section, after: fc.constant(null), block }),
  fc.record({
    type: fc.constant('replaceSpan'),
    blockId: fc.constant('blk_a'),
    span: mostly(fc.constant({ from: 0, to: 1 }), { from: -1 }),
    content,
  }),
  fc.record({ type: mostly(fc.constant('remove'), 'erase'), blockId: fc.constant('blk_a') }),
)
const operations = fc.record({
  base: mostly(fc.constant(0), 'x'),
  operations: fc.array(operation, { maxLength: 3 }),
})
