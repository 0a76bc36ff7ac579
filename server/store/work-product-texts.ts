import { hash } from 'node:crypto'
import { canonicalJson } from '../core/kernel/chain.ts'
import type { Queryable } from './db.ts'

/** Stores a text that an event refers to by its hash, in the transaction of that event. */
export async function keepText(tx: Queryable, caseId: string, value: unknown): Promise<string> {
  const body = canonicalJson(value)
  const sha256 = hash('sha256', body)
  await tx.rows(
    `insert into work_product_texts (case_id, sha256, body) values ($1, $2, $3) on conflict do nothing`,
    [caseId, sha256, body],
  )
  return sha256
}

export async function keepTexts(tx: Queryable, caseId: string, values: readonly unknown[]): Promise<void> {
  const bodies = values.map(canonicalJson)
  await tx.rows(
    `insert into work_product_texts (case_id, sha256, body)
     select $1, sha256, body from unnest($2::text[], $3::text[]) as t (sha256, body) on conflict do nothing`,
    [caseId, bodies.map((body) => hash('sha256', body)), bodies],
  )
}

/** The text with a hash; undefined if it was erased. */
export async function readText(db: Queryable, caseId: string, sha256: string): Promise<unknown> {
  const [row] = await db.rows<{ body: string }>(
    `select body from work_product_texts where case_id = $1 and sha256 = $2`,
    [caseId, sha256],
  )
  return row && JSON.parse(row.body)
}

/** The texts with these hashes, without erased ones. */
export async function readTexts(
  db: Queryable,
  caseId: string,
  sha256s: readonly string[],
): Promise<Map<string, unknown>> {
  const rows = await db.rows<{ sha256: string; body: string }>(
    `select sha256, body from work_product_texts where case_id = $1 and sha256 = any($2)`,
    [caseId, sha256s],
  )
  return new Map(rows.map(({ sha256, body }) => [sha256, JSON.parse(body)]))
}

export type KeptPackage = { sha256: string; workProductId: string; body: string }

export async function keepPackage(tx: Queryable, caseId: string, kept: KeptPackage): Promise<void> {
  await tx.rows(
    `insert into decision_packages (case_id, sha256, work_product_id, body) values ($1, $2, $3, $4)
     on conflict do nothing`,
    [caseId, kept.sha256, kept.workProductId, kept.body],
  )
}

export async function readPackage(
  db: Queryable,
  caseId: string,
  workProductId: string,
): Promise<KeptPackage | undefined> {
  const [row] = await db.rows<KeptPackage>(
    `select sha256, work_product_id as "workProductId", body from decision_packages
     where case_id = $1 and work_product_id = $2`,
    [caseId, workProductId],
  )
  return row
}
