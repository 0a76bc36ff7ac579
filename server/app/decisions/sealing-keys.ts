import { createPrivateKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import type { Secret } from '../../auth/secret.ts'
import { newId } from '../../core/kernel/ids.ts'
import { dayMs, msLater, yearsLater } from '../../core/time/moments.ts'
import { type SealingKey, sealingKey } from '../../files/decision/sealing-key.ts'
import { selfSigned } from '../../files/decision/self-signed.ts'
import type { Database, Queryable } from '../../store/db.ts'
import { StartFailure } from '../../store/start-failure.ts'

/** The key that seals decisions: the configured one, or else one generated here. */
export type SealingKeys = { current(): Promise<SealingKey> }

type KeyRow = { id: string; certificate: Buffer; sealed_private_key: Buffer }

const lifetimeYears = 10
/** How long before its expiry a key is replaced. */
const renewMs = 90 * dayMs

export function openSealingKeys(parts: {
  db: Database
  secret: Secret
  clock: () => Date
  /** The subject of the certificate. */
  organisation: string
  given?: SealingKey | undefined
  /** A sandbox signs decisions in an invented past, for which its certificate must be valid too. */
  yearsOfPast?: number
}): SealingKeys {
  const { db, secret, clock, organisation, given, yearsOfPast = 0 } = parts

  async function readKey(tx: Queryable): Promise<SealingKey | undefined> {
    const [row] = await tx.rows<KeyRow>(
      `select id, certificate, sealed_private_key from sealing_keys
       where ends_at > $1 order by created_at desc, id desc limit 1`,
      [msLater(clock(), renewMs)],
    )
    return row && sealingKey(unseal(row), row.certificate)
  }

  function unseal({ id, sealed_private_key }: KeyRow) {
    try {
      const key = secret.unseal(sealed_private_key, id)
      return createPrivateKey({ key, format: 'der', type: 'pkcs8' })
    } catch (cause) {
      throw new StartFailure(
        'The sealing key in this database was encrypted with another secret: give every process the same one.',
        { cause },
      )
    }
  }

  async function makeKey(tx: Queryable): Promise<SealingKey> {
    const now = clock()
    const [from, until] = [yearsLater(now, -yearsOfPast), yearsLater(now, lifetimeYears)]
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const certificate = selfSigned({ privateKey, commonName: 'Portico decisions', organisation, from, until })
    const id = newId('key', now, randomBytes(10))
    const sealed = secret.seal(privateKey.export({ format: 'der', type: 'pkcs8' }), id)
    await tx.rows(
      `insert into sealing_keys (id, certificate, sealed_private_key, created_at, ends_at)
       values ($1, $2, $3, $4, $5)`,
      [id, certificate, sealed, now, until],
    )
    return sealingKey(privateKey, certificate)
  }

  return {
    async current() {
      return (
        given ??
        (await readKey(db)) ??
        (await db.transaction(async (tx) => {
          await tx.rows(`select pg_advisory_xact_lock(hashtext('portico.sealing-keys'))`)
          return (await readKey(tx)) ?? (await makeKey(tx))
        }))
      )
    },
  }
}
