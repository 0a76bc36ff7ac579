import type { Permissions } from '../../auth/can.ts'
import type { Blobs } from '../../files/blobs.ts'
import type { PdfWorkers } from '../../files/pdf/pdf-workers.ts'
import type { Database } from '../../store/db.ts'
import { piecesToRoute } from '../../store/mail-pieces.ts'
import type { Execute, ProfileFor } from '../engine/execute.ts'
import { createFindDuplicates } from './find-duplicates.ts'
import { openIncomingPieces } from './incoming-pieces.ts'
import { openPieceDesk } from './piece-desk.ts'
import { createReplayMail } from './replay-mail.ts'
import { askToRoute, openRouting } from './route-pieces.ts'
import { openVisiblePieces } from './visible-pieces.ts'

export type Mail = ReturnType<typeof openMail>

/** Mail that arrives: kept first, then matched to a case and routed, or left for somebody to work. */
export function openMail(parts: {
  db: Database
  clock: () => Date
  execute: Execute
  profileFor: ProfileFor
  permissions: Permissions
  blobs: Blobs
  pdf: PdfWorkers
  scratchPath: () => string
}) {
  const pieces = openVisiblePieces(parts)
  const findDuplicates = createFindDuplicates(parts)
  const routing = openRouting({ ...parts, findDuplicates })
  const { route, verdictOn } = routing
  return {
    ...openIncomingPieces({ ...parts, pieces, routing }),
    ...openPieceDesk({ ...parts, pieces, findDuplicates, verdictOn }),
    replay: createReplayMail(parts),
    route,
    askToRoute,
    toRoute: () => piecesToRoute(parts.db),
  }
}
