import { correspondence } from '@portico/contract/ports/correspondence'
import { adaptersIn } from '../delivery/adapters-in.ts'
import { servePort, unmatched } from '../delivery/serve-port.ts'
import { outbound } from './outbound.ts'

export const correspondencePort = servePort(correspondence, {
  baseline:
    'Letters that people write are filed on their case and listed at GET /letters, to be mailed by hand.',
  adapters: adaptersIn(import.meta.dirname),
  ...outbound,
  heard: {
    ...outbound.heard,
    pieceArrived: async () =>
      unmatched('Pieces that arrive are taken in by hand: match this one to its case.'),
  },
})
