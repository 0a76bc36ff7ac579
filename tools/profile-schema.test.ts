import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { defaultProfile } from '../server/profile/default.ts'
import { profileSchemaFile, profileSchemaText } from './generate-profile-schema.ts'

describe('the schema of a profile', () => {
  const text = readFileSync(profileSchemaFile, 'utf8')

  it('is generated from the contract as it stands', () => {
    assert.equal(text, profileSchemaText(), 'run `npm run generate`')
  })

  it('holds for the default, for one section alone, and for nothing that there is not', () => {
    const validate = new Ajv2020({ strictTypes: false }).compile(JSON.parse(text))
    assert.ok(validate(defaultProfile), JSON.stringify(validate.errors))
    assert.ok(validate({ $schema: 'profile.schema.json', levers: defaultProfile.levers }))
    assert.ok(!validate({ levers: { ...defaultProfile.levers, mostWaiting: 'many' } }))
    assert.ok(!validate({ colour: 'red' }))
  })
})
