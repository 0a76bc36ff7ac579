import type { IsoDate } from './calendar.ts'
import { addDays, dateBetween, earlier, later } from './calendar.ts'
import type { KindName } from './kinds/all.ts'
import type { Random } from './random.ts'
import type { Story } from './story.ts'

export type RoundNumber = 0 | 1 | 2

/** When a document of this kind came to the file, in that passage through the agency. */
export function momentOf(kind: KindName, round: RoundNumber, story: Story, random: Random): IsoDate {
  const moment = proposed(kind, round, story, random)
  return earlier(later(moment, addDays(story.service.left, 1)), story.timeline.uploaded)
}

function proposed(kind: KindName, round: RoundNumber, { timeline, service }: Story, random: Random): IsoDate {
  const { claimed, examined, decided } = timeline.rounds[round]
  const after = (date: IsoDate, from: number, to: number) => addDays(date, random.int(from, to))
  switch (kind) {
    case 'fileIndex':
      return timeline.uploaded
    case 'application':
      return claimed
    case 'powerOfAttorney':
      return after(claimed, 0, 40)
    case 'intentToFile':
      return after(claimed, -200, -15)
    case 'dischargeCertificate':
    case 'serviceTreatment':
    case 'separationExamination':
    case 'personnelRecord':
      return after(claimed, 8, 90)
    case 'examination':
      return after(examined, 0, 3)
    case 'ratingDecision':
    case 'codeSheet':
      return decided
    case 'noticeOfDisagreement':
      return [after(decided, 30, 300), timeline.legacy.disagreement, timeline.appealed][round] ?? decided
    case 'statementOfTheCase':
      return round === 1 ? timeline.legacy.statement : after(timeline.legacy.boardDecision, 150, 400)
    case 'substantiveAppeal':
      return timeline.legacy.substantiveAppeal
    case 'boardDecision':
      return timeline.legacy.boardDecision
    case 'hearingTranscript':
      return round === 2 && timeline.heard
        ? after(timeline.heard, 7, 20)
        : addDays(timeline.legacy.boardDecision, -90)
    case 'brief':
      return round === 2
        ? dateBetween(random, timeline.heard ?? timeline.appealed, timeline.uploaded)
        : after(timeline.legacy.substantiveAppeal, 30, 200)
    default:
      return dateBetween(random, round === 0 ? addDays(service.left, 90) : claimed, untilOf(round))
  }

  function untilOf(current: RoundNumber): IsoDate {
    const next = current === 2 ? undefined : timeline.rounds[current + 1]
    return next ? addDays(next.claimed, -1) : timeline.uploaded
  }
}
