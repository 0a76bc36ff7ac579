import { timingSafeEqual } from 'node:crypto'
import type { Secret } from '../../auth/secret.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import type { Blobs } from '../../files/blobs.ts'
import { holdsUncurrent, listCaseDocuments } from '../../projections/case-documents.ts'
import type { Database } from '../../store/db.ts'

/** What a signed URL of ours says: these bytes, of this case, for this person, until then. */
export type Grant = {
  caseId: string
  sha256: string
  member: { id: string; name: string }
  expiresAt: string
  /** They may also have bytes that hold what is not in the file. */
  curates?: true
}

export const lifetimeSeconds = 15 * 60
const purpose = 'scoped bytes '

/** The credentials of a reading application for one case, in minutes: pages then flow straight from the store. */
export function openScopedAccess(parts: { db: Database; blobs: Blobs; secret: Secret }) {
  const { db, blobs, secret } = parts
  const macOf = (body: string) => secret.mac(purpose + body)

  function sign(grant: Grant): string {
    const body = Buffer.from(JSON.stringify(grant)).toString('base64url')
    return `${body}.${macOf(body).toString('base64url')}`
  }

  return {
    /** `urlOf` makes a URL of ours from a grant, where the store has none of its own. */
    async give(
      caseId: string,
      { curates, ...member }: Grant['member'] & { curates: boolean },
      now: Date,
      urlOf: (grant: string) => string,
    ) {
      const expiresAt = new Date(now.getTime() + lifetimeSeconds * 1000).toISOString()
      const current = await listCaseDocuments(db, caseId, member.id, { status: 'current' })
      // Bytes that hold more than the file shows are for those who curate; such documents are read one by one.
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
        documents: documents.map(({ id, content: { sha256, firstPage, pageCount } }) => ({
          id,
          sha256,
          firstPage,
          pageCount,
        })),
        files,
      }
    },

    /** Throws a refusal for one that was not given here, is over, or whose document has left the file since. */
    async read(grant: string, now: Date) {
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
      const current = await listCaseDocuments(db, read.caseId, '', { status: 'current' })
      const isThere = current.some(({ content }) => content.sha256 === read.sha256)
      if (!isThere || (!read.curates && (await holdsUncurrent(db, read.caseId, read.sha256)))) {
        throw new Refusal('forbidden', 'The document of this URL is no longer in the file.')
      }
      return read
    },
  }
}

export type ScopedAccesses = ReturnType<typeof openScopedAccess>
