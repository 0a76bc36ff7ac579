import type { Queryable } from './db.ts'

export type Deployment = { synthetic: boolean; baseUrl: string }

/** The purpose of this database, decided once by its first start. */
export async function claimDeployment(db: Queryable, first: Deployment): Promise<Deployment> {
  await db.rows(`insert into deployment (synthetic, base_url) values ($1, $2) on conflict do nothing`, [
    first.synthetic,
    first.baseUrl,
  ])
  const [row] = await db.rows<Deployment>(`select synthetic, base_url as "baseUrl" from deployment`)
  return row ?? first
}

/** The URL of the service at its last start, if it was ever started. */
export async function servedUrl(db: Queryable): Promise<string | undefined> {
  const [row] = await db.rows<{ served_url: string | null }>(`select served_url from deployment`)
  return row?.served_url ?? undefined
}

export async function keepServedUrl(db: Queryable, url: string): Promise<void> {
  await db.rows(`update deployment set served_url = $1 where served_url is distinct from $1`, [url])
}

/** An unused database counts as synthetic. */
export async function isSynthetic(db: Queryable): Promise<boolean> {
  const [table] = await db.rows<{ is_there: boolean }>(
    `select to_regclass('public.deployment') is not null as is_there`,
  )
  if (!table?.is_there) return true
  const [row] = await db.rows<{ synthetic: boolean }>(`select synthetic from deployment`)
  return row?.synthetic ?? true
}
