import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { conformanceOf } from '../conformance/all.ts'
import { ports } from './all.ts'
import { schemaOf } from './json-schema.ts'

type Schema = { $defs: Record<string, unknown> }

/** The text of every object in a value, the value itself included. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return
  yield JSON.stringify(value)
  for (const member of Object.values(value)) yield* textsIn(member)
}

describe('the schemas of the ports', () => {
  for (const { name } of ports) {
    const schema = JSON.parse(JSON.stringify(schemaOf(name))) as Schema

    it(`${name}: hold for the samples of its laws, and for no fact with an unknown member`, () => {
      const { port, samples, facts } = conformanceOf(name)
      const ajv = new Ajv2020({ strict: false, code: { optimize: false } })
      formats.default(ajv)
      ajv.addSchema(schema, 'port')
      const at = (definition: string, value: unknown) => ajv.validate(`port#/$defs/${definition}`, value)
      const told = Object.entries(facts as Record<string, object>)
      for (const [fact, value] of told) {
        assert.ok(at(fact, value), `${fact}: ${ajv.errorsText()}`)
        assert.ok(!at(fact, { ...value, extra: 1 }), fact)
      }
      const inputs = JSON.parse(JSON.stringify(samples).replaceAll('{id}', 'a1')) as Record<string, unknown>
      for (const [call, value] of Object.entries(inputs))
        assert.ok(at(`${call}.input`, value), `${call}: ${ajv.errorsText()}`)
      assert.equal(Object.keys(inputs).length > 0, Object.keys(port.calls).length > 0)
    })

    it(`${name}: define each named type once, and refer to it wherever it occurs`, () => {
      const types = Object.entries(schema.$defs).filter(([definition]) => /^[A-Z]/.test(definition))
      const texts = [...textsIn(schema)]
      assert.ok(types.length > 0)
      for (const [type, definition] of types) {
        const text = JSON.stringify(definition)
        assert.equal(texts.filter((other) => other === text).length, 1, type)
        assert.ok(
          texts.some((other) => other.includes(`"$ref":"#/$defs/${type}"`)),
          `${type} is never referred to`,
        )
      }
      const targets = JSON.stringify(schema).matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g)
      for (const [, target = ''] of targets) assert.ok(target in schema.$defs, target)
    })
  }
})
