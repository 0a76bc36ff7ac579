import { randomUUID } from 'node:crypto'
import type { FoundPlace } from '../../core/issue/commands.ts'
import { issues } from '../../core/issue/issue.ts'
import { staleCitations } from '../../projections/citations.ts'
import type { Database } from '../../store/db.ts'
import type { Execute } from '../engine/execute.ts'
import { systemActor } from '../engine/system-actor.ts'
import { checkAnchors } from './anchors.ts'

export type FollowCitations = (caseId: string) => Promise<void>

/**
 * Brings the citations of revised and divided documents to where they stand by now. Called whenever more text of a case
 * is known; a citation is given up as orphaned only when all of it is.
 */
export function createFollowCitations(parts: {
  db: Database
  execute: Execute
  clock: () => Date
  recognition: 'on' | 'off'
}): FollowCitations {
  const { db, execute, clock, recognition } = parts

  return async (caseId) => {
    const stale = await staleCitations(db, caseId)
    if (stale.length === 0) return
    const anchors = stale.map(({ anchor }) => anchor)
    const checks = await checkAnchors(db, caseId, anchors, recognition)
    const places = stale.flatMap(({ issueId, citationId, anchor }, index): FoundPlace[] => {
      const { status, now } = checks[index]!
      if (!now && status !== 'orphaned') return []
      return [{ issueId, citationId, from: anchor, ...(now ? { found: now } : {}) }]
    })
    if (places.length === 0) return
    const call = { at: clock(), actor: systemActor, correlationId: randomUUID() }
    await execute(issues, call, { type: 'followCitations', caseId, places }, () => null)
  }
}
