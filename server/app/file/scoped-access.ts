import { timingSafeEqual } from 'node:crypto'
import type { MemberKind } from '@portico/contract/envelope'
import type { Secret } from '../../auth/secret.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { secondsLater } from '../../core/time/moments.ts'
import type { Blobs } from '../../files/blobs.ts'
import { holdsCurrent, holdsUncurrent, listCurrentContents } from '../../projections/case-documents.ts'
import type { Database } from '../../store/db.ts'

/** The content of a signed URL: which bytes of which case, for whom, until when. */
export type Grant = {
  caseId: string
  sha256: string
  member: { id: string; name: string; kind: MemberKind }
  expiresAt: string
  /** May also read bytes that hold pages not in the file. */
  curates?: true
}

export const lifetimeSeconds = 15 * 60
const purpose = 'scoped bytes '

/** Short-lived credentials for an application to read one case straight from the store. */
export function openScopedAccess(parts: { db: Database; blobs: Blobs; secret: Secret }) {
  const { db, blobs, secret } = parts
  const macOf = (body: string) => secret.mac(purpose + body)

  function sign(grant: Grant): string {
    const body = Buffer.from(JSON.stringify(grant)).toString('base64url')
    return `${body}.${macOf(body).toString('base64url')}`
  }

  return {
    /** `urlOf` makes a URL from a grant, for stores without signed URLs. */
    async give(
      caseId: string,
      { curates, ...member }: Grant['member'] & { curates: boolean },
      now: Date,
      urlOf: (grant: string) => string,
    ) {
      const expiresAt = secondsLater(now, lifetimeSeconds).toISOString()
      const current = await listCurrentContents(db, caseId)
      // Bytes that hold more than the file shows are for curators; others read such documents one by one.
      const hashes = [...new Set(current.map(({ content }) => content.sha256))]
      const isShared = await Promise.all(
        hashes.map(async (sha256) => !curates && (await holdsUncurrent(db, caseId, sha256))),
      )
      const withheld = new Set(hashes.filter((_, index) => isShared[index]))
      const documents = current.filter(({ content }) => !withheld.has(content.sha256))
      const sizes = new Map(documents.map(({ content }) => [content.sha256, content.bytes]))
      const files = await Promise.all(
        Array.from(sizes, async ([sha256, bytes]) => {
          const url =
            (await blobs.signedUrl?.(sha256, { lifetimeSeconds })) ??
            urlOf(sign({ caseId, sha256, member, expiresAt, ...(curates ? { curates } : {}) }))
          return { sha256, bytes, url }
        }),
      )
      return {
        expiresAt,
        documents: documents.map(({ id, startPage, content: { sha256, firstPage, pageCount } }) => ({
          id,
          sha256,
          firstPage,
          pageCount,
          startPage,
        })),
        files,
      }
    },

    /** Refuses a grant that is forged or has expired. */
    read(grant: string, now: Date): Grant {
      const [body = '', mac = ''] = grant.split('.')
      const given = Buffer.from(mac, 'base64url')
      const ours = macOf(body)
      if (given.length !== ours.length || !timingSafeEqual(given, ours)) {
        throw new Refusal('forbidden', 'This URL was not issued by this service.')
      }
      const read = JSON.parse(Buffer.from(body, 'base64url').toString()) as Grant
      if (Date.parse(read.expiresAt) <= now.getTime()) {
        throw new Refusal('forbidden', 'This URL has expired: ask for access to the case again.')
      }
      return read
    },

    /** Refuses a grant whose document has left the file. */
    async refuseGone({ caseId, sha256, curates }: Grant) {
      const [isThere, isMore] = await Promise.all([
        holdsCurrent(db, caseId, sha256),
        curates ? false : holdsUncurrent(db, caseId, sha256),
      ])
      if (!isThere || isMore)
        throw new Refusal('forbidden', 'The document of this URL is no longer in the file.')
    },
  }
}

export type ScopedAccesses = ReturnType<typeof openScopedAccess>
