import { randomBytes } from 'node:crypto'
import type { CryptoKey, JWK } from 'jose'
import { exportJWK, exportPKCS8 } from 'jose/key/export'
import { generateKeyPair } from 'jose/key/generate/keypair'
import { importJWK, importPKCS8 } from 'jose/key/import'
import { newId } from '../core/kernel/ids.ts'
import { dayMs, msBetween, msLater } from '../core/time/moments.ts'
import type { Database, Queryable } from '../store/db.ts'
import { StartFailure } from '../store/start-failure.ts'
import type { Secret } from './secret.ts'

// ES256 of the asymmetric algorithms: JWT libraries of every language verify it (Ed25519 is missing in several),
// and unlike RSA its keys are made in a millisecond and its signatures are 86 characters.
export const signingAlgorithm = 'ES256'
export const tokenLifetimeSeconds = 3600
export const leewaySeconds = 5

/** How long a new key is published before it signs: longer than anyone may keep the published keys. */
export const publishAheadMs = 10 * 60_000
const keepMs = 60_000
const rotateAfterMs = 90 * dayMs

export type Signer = { keyId: string; privateKey: CryptoKey }

type KeyRow = { id: string; public_key: JWK; sealed_private_key: Buffer; signs_from: Date }

/**
 * The keys tokens are signed with, shared by all processes through the database. The newest key whose time has
 * come signs; a key it replaced verifies until the last token it signed has expired.
 */
export function openSigningKeys({ db, clock, secret }: { db: Database; clock: () => Date; secret: Secret }) {
  const opened = new Map<string, Promise<CryptoKey>>()
  let kept: { rows: KeyRow[]; at: Date } | undefined
  let loading: Promise<KeyRow[]> | undefined

  /** The cache is for verifying only; concurrent callers share one query. */
  const load = () => {
    loading ??= readKeys(db)
      .then((rows) => {
        kept = { rows, at: clock() }
        return rows
      })
      .finally(() => {
        loading = undefined
      })
    return loading
  }

  const verifying = async (keyId?: string) => {
    const now = clock()
    const fresh = kept && Math.abs(msBetween(kept.at, now)) < keepMs ? kept.rows : await load()
    const known = keyId === undefined || fresh.some((row) => row.id === keyId)
    return stillVerifying(known ? fresh : await load(), now)
  }

  const once = (name: string, open: () => Promise<CryptoKey>) => {
    const found = opened.get(name)
    if (found) return found
    const made = open()
    opened.set(name, made)
    made.catch(() => opened.delete(name))
    return made
  }

  const unseal = async (row: KeyRow): Promise<CryptoKey> => {
    try {
      return await importPKCS8(secret.unseal(row.sealed_private_key, row.id).toString(), signingAlgorithm)
    } catch (cause) {
      throw new StartFailure(
        'The signing keys in this database were encrypted with another secret: give every process the same one, or replace the keys.',
        { cause },
      )
    }
  }

  const addKey = async (tx: Queryable, signsFrom: Date): Promise<KeyRow> => {
    const now = clock()
    const pair = await generateKeyPair(signingAlgorithm, { extractable: true })
    const id = newId('key', now, randomBytes(10))
    const sealed = secret.seal(Buffer.from(await exportPKCS8(pair.privateKey)), id)
    const [row] = await tx.rows<KeyRow>(
      `insert into signing_keys (id, public_key, sealed_private_key, created_at, signs_from)
       values ($1, $2, $3, $4, $5) returning id, public_key, sealed_private_key, signs_from`,
      [id, await exportJWK(pair.publicKey), sealed, now, signsFrom],
    )
    return row!
  }

  const underLock = async <T>(work: (tx: Queryable) => Promise<T>) => {
    const result = await db.transaction(async (tx) => {
      await tx.rows(`select pg_advisory_xact_lock(hashtext('portico.signing-keys'))`)
      return work(tx)
    })
    kept = undefined
    return result
  }

  const firstKey = () =>
    underLock(async (tx) => signing(await readKeys(tx), clock()) ?? (await addKey(tx, clock())))

  return {
    /** Asked of the database each time, so that a replaced key never signs again in any process. */
    async signer(): Promise<Signer> {
      const row = signing(await readKeys(db), clock()) ?? (await firstKey())
      return { keyId: row.id, privateKey: await once(`private ${row.id}`, () => unseal(row)) }
    },

    async publicKey(keyId: string): Promise<CryptoKey | undefined> {
      const row = (await verifying(keyId)).find((key) => key.id === keyId)
      return row && once(row.id, () => importJWK(row.public_key, signingAlgorithm) as Promise<CryptoKey>)
    },

    async jwks(): Promise<{ keys: JWK[] }> {
      const rows = await verifying()
      return {
        keys: rows.map((row) => ({ ...row.public_key, kid: row.id, alg: signingAlgorithm, use: 'sig' })),
      }
    },

    /** Publishes a new key now and signs with it later, so that nobody has to sign in again. */
    rotate: (): Promise<{ keyId: string; signsFrom: Date }> =>
      underLock(async (tx) => {
        const row = await addKey(tx, msLater(clock(), publishAheadMs))
        return { keyId: row.id, signsFrom: row.signs_from }
      }),

    /** For a key that leaked or a secret that was lost: all tokens stop working at once; sessions refresh. */
    replaceAll: (): Promise<{ keyId: string }> =>
      underLock(async (tx) => {
        await tx.rows(`update signing_keys set revoked_at = $1 where revoked_at is null`, [clock()])
        const row = await addKey(tx, clock())
        return { keyId: row.id }
      }),

    /** Rotates a key that has signed for three months, and deletes those that verify nothing any more. */
    maintain: () =>
      underLock(async (tx) => {
        const now = clock()
        const rows = await readKeys(tx)
        const needed = stillVerifying(rows, now).map((row) => row.id)
        await tx.rows(`delete from signing_keys where id <> all($1)`, [needed])
        const newest = rows.at(-1)
        if (newest && msBetween(newest.signs_from, now) > rotateAfterMs) {
          await addKey(tx, msLater(now, publishAheadMs))
        }
      }),
  }
}

export type SigningKeys = ReturnType<typeof openSigningKeys>

function readKeys(tx: Queryable): Promise<KeyRow[]> {
  return tx.rows<KeyRow>(
    `select id, public_key, sealed_private_key, signs_from from signing_keys
     where revoked_at is null order by signs_from, id`,
  )
}

function signing(rows: KeyRow[], now: Date): KeyRow | undefined {
  return rows.findLast((row) => row.signs_from <= now)
}

function stillVerifying(rows: KeyRow[], now: Date): KeyRow[] {
  const graceMs = (tokenLifetimeSeconds + leewaySeconds) * 1000
  return rows.filter((_, index) => {
    const next = rows[index + 1]
    return !next || msBetween(next.signs_from, now) <= graceMs
  })
}
