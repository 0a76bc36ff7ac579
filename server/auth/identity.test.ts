import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { freshDatabase, type TestDatabase } from '../test/database.ts'
import { givenPerson, testClock, testIdentity, testPassword } from '../test/identity.ts'
import type { Identity } from './identity.ts'

describe('identity', () => {
  const { clock } = testClock()
  let db: TestDatabase
  let identity: Identity
  before(async () => {
    db = await freshDatabase()
    identity = testIdentity(db, clock)
  })
  after(() => db.close())

  it('nothing in the database lets anyone in', async () => {
    const { credentials } = await givenPerson(identity)
    const pending = await identity.invite({ email: 'pending@example.org', roles: [] })
    const first = await identity.ensureFirstAccount()
    const signedIn = await identity.signIn(credentials)
    const next = await identity.refresh(signedIn.refreshToken)
    const secrets = [
      testPassword,
      pending.token,
      first.password ?? '',
      signedIn.refreshToken,
      next.refreshToken,
      next.token,
    ]
    const tables = await db.rows<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public'`,
    )
    assert.ok(tables.some(({ name }) => name === 'refresh_tokens'))
    for (const { name } of tables) {
      const rows = await db.rows<{ row: unknown }>(`select to_jsonb(t) as row from "${name}" t`)
      const text = JSON.stringify(rows)
      for (const secret of secrets) {
        assert.equal(text.includes(secret), false, name)
        assert.equal(text.includes(Buffer.from(secret).toString('hex')), false, name)
        assert.equal(text.includes(Buffer.from(secret, 'base64url').toString('hex')), false, name)
      }
    }
  })

  it('says early, in one sentence, that the secret is not the one of this database', async () => {
    await identity.prepare()
    const stranger = testIdentity(db, clock, { secret: 'the secret of another deployment' })
    await assert.rejects(stranger.prepare(), /encrypted with another secret: give every process the same one/)
  })

  it('tells where its keys are', async () => {
    const configuration = await identity.openIdConfiguration()
    assert.equal(configuration.issuer, 'https://portico.example')
    assert.equal(configuration.jwks_uri, 'https://portico.example/.well-known/jwks.json')
    assert.deepEqual(configuration.id_token_signing_alg_values_supported, ['ES256'])
  })

  it('the daily job disturbs nobody who is signed in', async () => {
    const signedIn = await identity.signIn((await givenPerson(identity)).credentials)
    await Promise.all([identity.maintain(), testIdentity(db, clock).maintain()])
    await identity.authenticate(signedIn.token)
    await identity.refresh(signedIn.refreshToken)
  })
})
