import Type from 'typebox'
import { shownTo } from '../audience.ts'
import { Timestamp } from '../text.ts'

const of = {
  workProductId: Type.String({ description: 'The decision that was put into effect, or was not' }),
}

/** What became of a released decision where it is carried out, as the office or system there reports it. */
export const effectuationEvents = {
  'effectuation.completed': shownTo('party', Type.Object({ ...of, why: Type.Optional(Type.String()) }), {
    integration: ['why'],
  }),
  'effectuation.failed': shownTo(
    'integration',
    Type.Object({ ...of, why: Type.String(), failedAt: Type.Optional(Timestamp) }),
  ),
}
