import { timingSafeEqual } from 'node:crypto'
import type { Profile } from '@portico/contract/profile'
import type { Assignee } from '@portico/contract/tasks'
import type { CaseFacts, Permissions } from '../../auth/can.ts'
import { findMember, type Member } from '../../auth/members.ts'
import type { Secret } from '../../auth/secret.ts'
import { authorIn } from '../../core/decision/drafting.ts'
import type { Reader } from '../../core/file/reader.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { dayOf, secondsLater } from '../../core/time/moments.ts'
import { findCaseAccess } from '../../projections/case-access.ts'
import { concealedFrom } from '../../projections/concealed-documents.ts'
import { listDocuments } from '../../projections/documents.ts'
import { listHeldTasks } from '../../projections/list-tasks.ts'
import type { Database, Queryable } from '../../store/db.ts'
import { listPageTexts } from '../texts/page-text.ts'

/** A member as they stand to a case that they see. */
export type OnCase = { member: Member; facts: CaseFacts & { version: number }; reader: DocumentsReader }
type DocumentsReader = Reader & { username: string; curates: boolean; concealed: readonly string[] }

type Grant = { caseId: string; memberId: string; until: number }

export const lifetimeSeconds = 15 * 60
const purpose = 'editor evidence '

/** Who writes the decision of a case, and what another editor may read of its file in their name. */
export function openEditorAccess({
  db,
  clock,
  permissions,
  secret,
  profileFor,
}: {
  db: Database
  clock: () => Date
  permissions: Permissions
  secret: Secret
  profileFor: (tx: Queryable) => Promise<Profile>
}) {
  const macOf = (body: string) => secret.mac(purpose + body)

  const authorOf = async (caseId: string): Promise<Assignee | undefined> => {
    const [tasks, profile] = await Promise.all([listHeldTasks(db, caseId), profileFor(db)])
    return authorIn(tasks, profile)
  }

  /** Undefined where there is no such case for them, or no such member any more. */
  const onCase = async (caseId: string, memberId: string): Promise<OnCase | undefined> => {
    const today = dayOf(clock())
    const [member, access] = await Promise.all([findMember(db, memberId), findCaseAccess(db, caseId, today)])
    if (!member?.active || !access || access.purgedAt) return undefined
    const facts = { id: caseId, ...access }
    if (!permissions.mayRead(member, facts)) return undefined
    const { id, username, teams } = member
    const reading = permissions.readingOf(member, facts)
    const concealed = await concealedFrom(db, caseId, { id, audience: reading.audience }, today)
    return { member, facts, reader: { id, username, teams, ...reading, concealed } }
  }

  return {
    authorOf,
    onCase,

    async documents(caseId: string, { id, audience, concealed }: DocumentsReader) {
      const listed = await listDocuments(db, caseId, id, audience, concealed)
      return listed.map(
        ({
          position: _,
          tags: __,
          read: ___,
          description: ____,
          unreadable: _____,
          original: ______,
          content,
          ...document
        }) => ({
          ...document,
          sha256: content.sha256,
        }),
      )
    },

    pages: (caseId: string, documentId: string) => listPageTexts(db, caseId, documentId),

    /** For whoever writes the case now: the grant ends with its time, or with their assignment. */
    give(caseId: string, memberId: string): { grant: string; expiresAt: string } {
      const until = secondsLater(clock(), lifetimeSeconds)
      const grant: Grant = { caseId, memberId, until: until.getTime() }
      const body = Buffer.from(JSON.stringify(grant)).toString('base64url')
      return { grant: `${body}.${macOf(body).toString('base64url')}`, expiresAt: until.toISOString() }
    },

    /** Refuses what was not issued here, is over, or is not for whoever writes now. */
    async read(given: string): Promise<OnCase> {
      const [body = '', mac = ''] = given.split('.')
      const [theirs, ours] = [Buffer.from(mac, 'base64url'), macOf(body)]
      if (theirs.length !== ours.length || !timingSafeEqual(theirs, ours))
        throw new Refusal('forbidden', 'This URL was not issued by this service.')
      const { caseId, memberId, until } = JSON.parse(Buffer.from(body, 'base64url').toString()) as Grant
      if (until <= clock().getTime())
        throw new Refusal('forbidden', 'This URL has expired: the next call of the port has another.')
      const [author, found] = await Promise.all([authorOf(caseId), onCase(caseId, memberId)])
      if (author?.id !== memberId || !found || found.facts.isClosed)
        throw new Refusal('forbidden', 'This case is not assigned for drafting to this author any more.')
      return found
    },
  }
}

export type EditorAccess = ReturnType<typeof openEditorAccess>
