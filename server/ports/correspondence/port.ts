import { correspondence } from '@portico/contract/ports/correspondence'
import { adaptersIn } from '../delivery/bindings/adapters-in.ts'
import { servePort } from '../delivery/bindings/serve-port.ts'
import { fetchPieces } from './fetch-pieces.ts'
import { awaitedByBinding, hearPieceArrived } from './inbound.ts'
import { outbound } from './outbound.ts'

export const correspondencePort = servePort(correspondence, {
  needs: ['cases', 'intake', 'letters', 'mail', 'mostFileBytes', 'uploads'],
  baseline:
    'Mail is taken in by POST /correspondence. Letters, written by people or raised by events, are composed, filed on their case and listed at GET /letters with their documents, to be mailed by hand or fetched by a program.',
  adapters: adaptersIn(import.meta.dirname),
  ...outbound,
  heard: { ...outbound.heard, pieceArrived: hearPieceArrived },
  tends: fetchPieces,
  waiting: awaitedByBinding,
})
