import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { manifestSchema, rowTypes } from './manifest.ts'

const example = join(import.meta.dirname, '../docs/examples/bulk-load/manifest.ndjson')

describe('the schema of a manifest', () => {
  it('holds for every line of the example, which shows every type of row', () => {
    const lines = readFileSync(example, 'utf8').trimEnd().split('\n')
    const ajv = new Ajv2020({ strictTypes: false })
    formats.default(ajv)
    const validate = ajv.compile(manifestSchema())
    for (const line of lines)
      assert.ok(validate(JSON.parse(line)), `${line}\n${ajv.errorsText(validate.errors)}`)
    assert.ok(!validate({ ...JSON.parse(lines[1]!), colour: 'red' }))
    const shown = new Set(lines.map((line) => JSON.parse(line).type))
    assert.deepEqual([...shown].sort(), ['manifest', ...rowTypes].sort())
  })
})
