import type { Queryable } from './db.ts'

export type Deployment = { synthetic: boolean; baseUrl: string }

/** What this database was made for, decided once by whoever starts on it first. */
export async function claimDeployment(db: Queryable, first: Deployment): Promise<Deployment> {
  await db.rows(`insert into deployment (synthetic, base_url) values ($1, $2) on conflict do nothing`, [
    first.synthetic,
    first.baseUrl,
  ])
  const [row] = await db.rows<Deployment>(`select synthetic, base_url as "baseUrl" from deployment`)
  return row ?? first
}
