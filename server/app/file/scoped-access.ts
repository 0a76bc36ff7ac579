import { timingSafeEqual } from 'node:crypto'
import type { MemberKind } from '@portico/contract/envelope'
import type { Secret } from '../../auth/secret.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { secondsLater } from '../../core/time/moments.ts'
import type { Blobs } from '../../files/blobs.ts'
import { listCurrentContents, listVersionHashes } from '../../projections/case-documents.ts'
import type { Database } from '../../store/db.ts'
import { rememberByVersion } from '../by-version.ts'

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
const mostCasesKnown = 50

/** Short-lived credentials for an application to read one case straight from the store. */
export function openScopedAccess(parts: { db: Database; blobs: Blobs; secret: Secret }) {
  const { db, blobs, secret } = parts
  const macOf = (body: string) => secret.mac(purpose + body)

  function sign(grant: Grant): string {
    const body = Buffer.from(JSON.stringify(grant)).toString('base64url')
    return `${body}.${macOf(body).toString('base64url')}`
  }

  const contents = rememberByVersion<Awaited<ReturnType<typeof readContents>>>(mostCasesKnown)
  /** A reader asks with every piece of a page, and a case may have thousands of documents. */
  const contentsAt = (caseId: string, version: number) =>
    contents(caseId, version, () => readContents(caseId))

  async function readContents(caseId: string) {
    const [documents, versions] = await Promise.all([
      listCurrentContents(db, caseId),
      listVersionHashes(db, caseId),
    ])
    const sizes = new Map(documents.map(({ content }) => [content.sha256, content.bytes]))
    const uncurrent = new Set(versions.filter(({ isCurrent }) => !isCurrent).map(({ sha256 }) => sha256))
    return { documents, sizes, uncurrent, versions }
  }

  return {
    /** `urlOf` makes a URL from a grant, for stores without signed URLs. */
    async give(
      { caseId, version }: { caseId: string; version: number },
      { curates, concealed, ...member }: Grant['member'] & { curates: boolean; concealed: readonly string[] },
      now: Date,
      urlOf: (grant: string) => string,
    ) {
      const expiresAt = secondsLater(now, lifetimeSeconds).toISOString()
      const { documents: current, sizes, uncurrent, versions } = await contentsAt(caseId, version)
      const hidden = bytesOf(concealed, versions)
      // Bytes that hold more than the file shows are for curators; others read such documents one by one.
      const isGiven = (sha256: string) => (curates || !uncurrent.has(sha256)) && !hidden.has(sha256)
      const documents = current.filter(({ content }) => isGiven(content.sha256))
      const files = await Promise.all(
        [...sizes]
          .filter(([sha256]) => isGiven(sha256))
          .map(async ([sha256, bytes]) => {
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

    /** Refuses a grant whose document has left the file of the case, which stands at a version now, or is not for its member. */
    async refuseGone({ caseId, sha256, curates }: Grant, version: number, concealed: readonly string[]) {
      const { sizes, uncurrent, versions } = await contentsAt(caseId, version)
      const isHidden = (uncurrent.has(sha256) && !curates) || bytesOf(concealed, versions).has(sha256)
      if (!sizes.has(sha256) || isHidden)
        throw new Refusal('forbidden', 'The document of this URL is no longer in the file.')
    },
  }
}

export type ScopedAccesses = ReturnType<typeof openScopedAccess>

/** The bytes that hold pages of these documents. */
function bytesOf(
  documentIds: readonly string[],
  versions: readonly { documentId: string; sha256: string }[],
): Set<string> {
  if (documentIds.length === 0) return new Set()
  const ids = new Set(documentIds)
  return new Set(versions.filter(({ documentId }) => ids.has(documentId)).map(({ sha256 }) => sha256))
}
