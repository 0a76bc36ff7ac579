import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { conformanceOf } from '@portico/contract/conformance/all'
import { ports } from '@portico/contract/ports/all'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { portSchemas } from './generate-port-schemas.ts'

describe('the schemas of the ports', () => {
  it('are generated from the declarations as they stand', () => {
    for (const { file, text } of portSchemas)
      assert.equal(readFileSync(file, 'utf8'), text, 'run `npm run generate`')
  })

  for (const [index, { name }] of ports.entries()) {
    it(`${name}: hold for the samples of its laws, and for no fact with an unknown member`, () => {
      const { port, samples, facts } = conformanceOf(name)
      const ajv = new Ajv2020({ strict: false, code: { optimize: false } })
      formats.default(ajv)
      ajv.addSchema(JSON.parse(portSchemas[index]?.text ?? ''), 'port')
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
  }
})
