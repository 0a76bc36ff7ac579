import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { openSecret, secretInFolder } from './secret.ts'

describe('the secret', () => {
  let folder = ''
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-secret-'))
  })
  after(() => rm(folder, { recursive: true }))

  it('opens what it sealed, for the same purpose only', () => {
    const secret = openSecret('s'.repeat(32))
    const sealed = secret.seal(Buffer.from('private'), 'key_1')
    assert.equal(sealed.includes('private'), false)
    assert.equal(secret.unseal(sealed, 'key_1').toString(), 'private')
    assert.throws(() => secret.unseal(sealed, 'key_2'))
    assert.throws(() => openSecret('t'.repeat(32)).unseal(sealed, 'key_1'))
  })

  it('notices a changed byte anywhere', () => {
    const secret = openSecret('s'.repeat(32))
    const sealed = secret.seal(Buffer.from('private'), 'key_1')
    for (let index = 0; index < sealed.length; index++) {
      const changed = Buffer.from(sealed)
      changed[index] = changed[index]! ^ 1
      assert.throws(() => secret.unseal(changed, 'key_1'))
    }
  })

  it('is refused when it is short', () => {
    assert.throws(() => openSecret('s'.repeat(31)), /at least 32 characters/)
  })

  it('is made once in a folder, for its owner only, however many start at once', async () => {
    const data = join(folder, 'data')
    const secrets = new Set(await Promise.all(Array.from({ length: 20 }, () => secretInFolder(data))))
    assert.equal(secrets.size, 1)
    assert.deepEqual(await readdir(data), ['secret'])
    assert.equal((await stat(join(data, 'secret'))).mode & 0o777, 0o600)
    openSecret(await secretInFolder(data))
    assert.ok(secrets.has(await secretInFolder(data)))
  })
})
