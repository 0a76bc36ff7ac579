import type { Alert, AlertList } from '@portico/contract/alerts'
import type { Permissions } from '../../auth/can.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { dayOf } from '../../core/time/moments.ts'
import { representedBy } from '../../projections/case-access.ts'
import type { Database } from '../../store/db.ts'
import { readMembers, typesOfDrafts } from './recipients.ts'

type Member = Parameters<Permissions['sightOf']>[0]

type AlertRow = {
  number: number
  id: string
  notification: string
  event_id: string
  event_type: string
  case_id: string
  docket_number: string
  subject: string
  body: string
  path: string
  at: Date
  read_at: Date | null
}

/**
 * Of the member `$1`, who reads cases up to `$2` and, if `$4`, those that they represent somebody on, on the day `$3`:
 * theirs, on cases that they may still read as they did, and of none of the types `$5`.
 */
const own = `
  from notices n join cases c using (case_id) left join case_work w using (case_id)
  where n.status = 'shown' and n.recipient_kind = 'member' and n.recipient_id = $1
    and case n.seen_as
      when 'staff' then coalesce(w.sensitivity, 0) <= $2 and n.case_id not in (${representedBy('$1', '$3')})
      else $4 and n.case_id in (${representedBy('$1', '$3')})
    end
    and n.event_type <> all ($5)`

const columns = `n.number, n.id, n.notification, n.event_id, n.event_type, n.case_id, c.docket_number, n.subject, n.body,
  n.path, n.at, n.read_at`

const mostCounted = 1000

export type Alerts = ReturnType<typeof openAlerts>

/** The inbox of each member, which nobody else reads. */
export function openAlerts({
  db,
  permissions,
  clock,
}: {
  db: Database
  permissions: Pick<Permissions, 'can' | 'sightOf'>
  clock: () => Date
}) {
  const asked = (member: Member) => {
    const facts = (representativeIds: readonly string[]) => ({
      case: { id: '', sensitivity: 0, representativeIds },
    })
    const mayRead = (representativeIds: readonly string[]) =>
      permissions.can(member, 'readCases', facts(representativeIds))
    const hidden = permissions.can(member, 'readDeliberations', facts([])) ? [] : typesOfDrafts
    const { upTo = -1 } = permissions.sightOf(member)
    return [member.id, mayRead([]) ? upTo : -1, dayOf(clock()), mayRead([member.id]), hidden]
  }

  async function unreadOf(member: Member): Promise<number> {
    const [row] = await db.rows<{ count: number }>(
      `select count(*)::int as count from (select ${own} and n.read_at is null limit ${mostCounted}) unread`,
      asked(member),
    )
    return row?.count ?? 0
  }

  async function found(member: Member, id: string): Promise<AlertRow> {
    const [row] = await db.rows<AlertRow>(`select ${columns} ${own} and n.id = $6`, [...asked(member), id])
    if (!row) throw new Refusal('notFound', 'You have no such alert.')
    return row
  }

  return {
    /** By the rights that they have now. */
    async hasUnread(memberId: string): Promise<boolean> {
      const [member] = await readMembers(db, { ids: [memberId], teams: [] })
      return member !== undefined && (await unreadOf(member)) > 0
    },

    async list(
      member: Member,
      {
        unread = false,
        notification,
        after,
        limit,
      }: {
        unread?: boolean | undefined
        /** Its name in the profile. */
        notification?: string | undefined
        after?: string | undefined
        limit: number
      },
    ): Promise<AlertList> {
      if (after !== undefined && !/^\d{1,15}$/.test(after))
        throw new Refusal('invalid', 'after must be the `next` of the page before.')
      const [rows, count] = await Promise.all([
        db.rows<AlertRow>(
          `select ${columns} ${own} and (not $6 or n.read_at is null) and ($7::bigint is null or n.number < $7)
             and ($9::text is null or n.notification = $9)
           order by n.number desc limit $8`,
          [...asked(member), unread, after ?? null, limit + 1, notification ?? null],
        ),
        unreadOf(member),
      ])
      const page = rows.slice(0, limit)
      const last = rows.length > limit ? page.at(-1) : undefined
      return { alerts: page.map(alertOf), unread: count, ...(last ? { next: String(last.number) } : {}) }
    },

    async mark(member: Member, id: string, isRead: boolean): Promise<Alert> {
      const row = await found(member, id)
      if (isRead === (row.read_at !== null)) return alertOf(row)
      const readAt = isRead ? clock() : null
      await db.rows(`update notices set read_at = $2 where id = $1`, [row.id, readAt])
      return alertOf({ ...row, read_at: readAt })
    },

    /** All that they see, or those up to one of them: what came since stays unread. */
    async markAll(member: Member, upTo?: string): Promise<number> {
      const number = upTo === undefined ? null : (await found(member, upTo)).number
      await db.rows(
        `update notices set read_at = $6 where number in (
           select n.number ${own} and n.read_at is null and ($7::bigint is null or n.number <= $7))`,
        [...asked(member), clock(), number],
      )
      return unreadOf(member)
    },
  }
}

function alertOf(row: AlertRow): Alert {
  return {
    id: row.id,
    notification: row.notification,
    event: { id: row.event_id, type: row.event_type },
    caseId: row.case_id,
    docketNumber: row.docket_number,
    subject: row.subject,
    text: row.body,
    path: row.path,
    at: row.at.toISOString(),
    ...(row.read_at === null ? {} : { readAt: row.read_at.toISOString() }),
  }
}
