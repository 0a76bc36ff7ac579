import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PorticoClient } from './client.ts'
import { documentedExamples } from './test/examples.ts'

describe('examples', () => {
  it('stand beside every public function', async () => {
    const texts = (await documentedExamples()).map(({ text }) => text).join('\n')
    const client = new PorticoClient({ baseUrl: 'http://portico.test', token: 't' })
    const methods = Object.entries(client).flatMap(([name, part]) =>
      typeof part === 'function' ? [name] : Object.keys(part).map((method) => `${name}.${method}`),
    )
    for (const method of methods) assert.ok(texts.includes(`client.${method}(`), method)
    for (const name of [
      'signIn(',
      'signInWithPasskey(',
      'acceptInvitation(',
      'createMockClient(',
      'new PorticoClient(',
      'PorticoError',
    ]) {
      assert.ok(texts.includes(name), name)
    }
  })
})
