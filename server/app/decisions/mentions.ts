import { reads } from '@portico/contract/audience'
import type { Permissions } from '../../auth/can.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { findCaseAccess } from '../../projections/case-access.ts'
import type { Queryable } from '../../store/db.ts'

type Row = { id: string; username: string; roles: string[]; clearance: number }

export type Mention = { id: string; name: string }

/** Who sees which cases, and their drafts. */
export type SeesDrafts = Pick<Permissions, 'mayRead' | 'readingOf'>

export const nobodySees: SeesDrafts = {
  mayRead: () => false,
  readingOf: () => ({ audience: 'party', curates: false }),
}

const mostNamed = 50

/**
 * The members that a comment tells: those it names by ID, who must see the drafts of the case, and those that its words
 * name as `@username`, where they do. A name that is none of theirs is a word like any other.
 */
export async function mentionsIn(
  tx: Queryable,
  caseId: string,
  { text, mentions: ids = [] }: { text: string; mentions?: readonly string[] },
  { permissions, today }: { permissions: SeesDrafts; today: string },
): Promise<Mention[]> {
  const names = namesIn(text)
  if (ids.length === 0 && names.length === 0) return []
  const [rows, access] = await Promise.all([
    tx.rows<Row>(
      `select id, username, roles, clearance from members
       where deactivated_at is null and kind = 'person' and (id = any($1) or username = any($2)) order by id`,
      [ids, names],
    ),
    findCaseAccess(tx, caseId, today),
  ])
  const seeing = rows.filter((member) => {
    const facts = access && { id: caseId, ...access }
    return (
      facts !== undefined &&
      permissions.mayRead(member, facts) &&
      reads(permissions.readingOf(member, facts).audience, 'deliberation')
    )
  })
  const stranger = ids.find((id) => seeing.every((member) => member.id !== id))
  if (stranger !== undefined)
    throw new Refusal(
      'invalid',
      `mentions must be IDs of members who see the drafts of the case: ${stranger} is none.`,
    )
  return seeing.map(({ id, username }) => ({ id, name: username }))
}

function namesIn(text: string): string[] {
  const found = [...text.matchAll(/(?<![\p{L}\p{N}._%+-])@([\p{L}\p{N}._@+-]{1,100})/gu)]
  // A name at the end of a sentence, and one that ends in a full stop.
  const names = found.flatMap(([, name = '']) => [name, name.replace(/[._@+-]+$/, '')])
  return [...new Set(names.filter((name) => name !== ''))].slice(0, 2 * mostNamed)
}
