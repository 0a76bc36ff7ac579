import type { Queryable } from '../../store/db.ts'

/** For a case that comes without one. */
export async function nextDocketNumber(db: Queryable, receiptDate: string): Promise<string> {
  const [row] = await db.rows<{ number: string }>(`select nextval('docket_number')::text as number`)
  return `${receiptDate.slice(2).replaceAll('-', '')}-${row?.number}`
}
