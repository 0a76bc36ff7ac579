import type { Actor, MemberKind } from '@portico/contract/envelope'
import { fold } from '../../auth/members.ts'
import type { Queryable } from '../../store/db.ts'

/** Accounts by folded username; null if there is none. */
export type Authors = Map<string, { id: string; username: string; kind: MemberKind; teams: string[] } | null>

/** Looks up the accounts of names that are not known yet. */
export async function learnAuthors(db: Queryable, authors: Authors, names: Iterable<string>): Promise<void> {
  const unknown = [...new Set([...names].map(fold))].filter((name) => !authors.has(name))
  if (unknown.length === 0) return
  const rows = await db.rows<{
    id: string
    username: string
    kind: MemberKind
    teams: string[]
    folded: string
  }>(
    `select id, username, kind, teams, username_folded as folded from members where username_folded = any($1)`,
    [unknown],
  )
  if (authors.size + unknown.length > mostRemembered) authors.clear()
  for (const name of unknown) authors.set(name, null)
  for (const { folded, ...member } of rows) authors.set(folded, member)
}

const mostRemembered = 10_000

export const isMember = (authors: Authors, name: string) => authors.get(fold(name)) != null
export const teamsOf = (authors: Authors, name = '') => authors.get(fold(name))?.teams ?? []

/** An author without an account here is named after their source system. */
export function authorOf(authors: Authors, source: string, name: string): Actor {
  const member = authors.get(fold(name))
  if (member) return { id: member.id, name: member.username, kind: member.kind }
  return { id: `${source}:${name}`, name, kind: 'person' }
}
