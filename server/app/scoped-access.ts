import { timingSafeEqual } from 'node:crypto'
import type { ScopedAccess } from '@portico/contract/intake'
import type { Secret } from '../auth/secret.ts'
import { Refusal } from '../core/kernel.ts'
import type { Blobs } from '../files/blobs.ts'
import { listCaseDocuments } from '../projections/case-documents.ts'
import type { Database } from '../store/db.ts'

/** What a signed URL of ours says: these bytes, of this case, for this person, until then. */
export type Grant = {
  caseId: string
  sha256: string
  member: { id: string; name: string }
  expiresAt: string
}

export type ScopedAccesses = {
  /** `urlOf` makes a URL of ours from a grant, where the store has none of its own. */
  give(
    caseId: string,
    member: Grant['member'],
    now: Date,
    urlOf: (grant: string) => string,
  ): Promise<ScopedAccess['access']>
  /** Throws a refusal for one that was not given here, or is over. */
  read(grant: string, now: Date): Grant
}

export const lifetimeSeconds = 15 * 60
const purpose = 'scoped bytes '

/** The credentials of a reading application for one case, in minutes: pages then flow straight from the store. */
export function openScopedAccess(parts: { db: Database; blobs: Blobs; secret: Secret }): ScopedAccesses {
  const { db, blobs, secret } = parts
  const macOf = (body: string) => secret.mac(purpose + body)

  function sign(grant: Grant): string {
    const body = Buffer.from(JSON.stringify(grant)).toString('base64url')
    return `${body}.${macOf(body).toString('base64url')}`
  }

  return {
    async give(caseId, member, now, urlOf) {
      const expiresAt = new Date(now.getTime() + lifetimeSeconds * 1000).toISOString()
      const documents = await listCaseDocuments(db, caseId, member.id, { status: 'current' })
      const sizes = new Map(documents.map(({ content }) => [content.sha256, content.bytes]))
      const files = await Promise.all(
        Array.from(sizes, async ([sha256, bytes]) => {
          const url =
            (await blobs.signedUrl?.(sha256, { lifetimeSeconds })) ??
            urlOf(sign({ caseId, sha256, member, expiresAt }))
          return { sha256, bytes, url }
        }),
      )
      return {
        expiresAt,
        documents: documents.map(({ id, content: { sha256, firstPage, pageCount } }) => ({
          id,
          sha256,
          firstPage,
          pageCount,
        })),
        files,
      }
    },

    read(grant, now) {
      const [body = '', mac = ''] = grant.split('.')
      const given = Buffer.from(mac, 'base64url')
      const ours = macOf(body)
      if (given.length !== ours.length || !timingSafeEqual(given, ours)) {
        throw new Refusal('forbidden', 'This URL was not given by this service.')
      }
      const read = JSON.parse(Buffer.from(body, 'base64url').toString()) as Grant
      if (Date.parse(read.expiresAt) <= now.getTime()) {
        throw new Refusal('forbidden', 'This URL has expired: ask for access to the case again.')
      }
      return read
    },
  }
}
