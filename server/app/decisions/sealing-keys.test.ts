import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { openSecret } from '../../auth/secret.ts'
import { StartFailure } from '../../store/start-failure.ts'
import { freshDatabase, type TestDatabase } from '../../test/database.ts'
import { openSealingKeys } from './sealing-keys.ts'

describe('the key of the seal', () => {
  let db: TestDatabase
  let now = new Date('2026-11-15T12:00:00Z')
  before(async () => {
    db = await freshDatabase()
  })
  after(() => db.close())

  const open = (secret = 'a secret that is long enough for a test') =>
    openSealingKeys({ db, secret: openSecret(secret), clock: () => now, organisation: 'portico.test' })

  it('is made on first use, once, however many ask for it at the same time', async () => {
    const keys = await Promise.all([open(), open(), open(), open()].map((keys) => keys.current()))
    assert.equal(new Set(keys.map(({ certificate }) => Buffer.from(certificate).toString('hex'))).size, 1)
    const certificate = new X509Certificate(keys[0]!.certificate)
    assert.match(certificate.subject, /O=portico\.test/)
    assert.equal(certificate.validToDate.toISOString(), '2036-11-15T12:00:00.000Z')
    const [row] = await db.rows<{ sealed: string }>(
      `select encode(sealed_private_key, 'escape') as sealed from sealing_keys`,
    )
    assert.doesNotMatch(row!.sealed, /PRIVATE KEY/)
  })

  it('is refused with a sentence under another secret', async () => {
    const another = open('another secret that is long enough, too')
    await assert.rejects(another.current(), (error: Error) => error instanceof StartFailure)
  })

  it('is replaced before its certificate ends', async () => {
    const { certificate: before } = await open().current()
    now = new Date('2036-09-01T00:00:00Z')
    const { certificate: then } = await open().current()
    assert.ok(!Buffer.from(then).equals(before))
    assert.ok(Buffer.from((await open().current()).certificate).equals(then))
  })

  it('is valid for the invented past of a sandbox, where it is one', async () => {
    now = new Date('2050-09-01T00:00:00Z')
    const secretOfIt = openSecret('a third secret that is long enough, too')
    const parts = { db, secret: secretOfIt, clock: () => now, organisation: 'portico.test', yearsOfPast: 5 }
    const { certificate } = await openSealingKeys(parts).current()
    const { validFromDate, validToDate } = new X509Certificate(certificate)
    assert.equal(validFromDate.toISOString(), '2045-09-01T00:00:00.000Z')
    assert.equal(validToDate.toISOString(), '2060-09-01T00:00:00.000Z')
  })
})
