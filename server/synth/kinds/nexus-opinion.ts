import { longDate } from '../calendar.ts'
import { chooseLetterhead, letterhead, receivedStamp } from '../dress.ts'
import { type Block, flow } from '../flow.ts'
import { examinationHistory, favorableOpinions, rationales } from '../language/clinical.ts'
import { fullName, phoneNumber } from '../people.ts'
import type { Kind } from './kind.ts'
import { paragraphOf, voice } from './voice.ts'

export const nexusOpinion: Kind = {
  categories: ['medical', 'procedural'],
  pages: [1, 4],
  scanned: 0.15,
  name: ({ story }) => `Private Medical Opinion, ${story.doctors.private}`,
  describe: ({ claims }) => `Nexus opinion: ${claims[0]?.condition.name}`,
  *draw(sheet, draft) {
    const { random, story, claims, pages, date } = draft
    const head = chooseLetterhead(random)
    const opinion = voice(draft, favorableOpinions)
    const rationale = voice(draft, rationales)
    const history = voice(draft, examinationHistory)
    yield* flow(sheet, {
      style: { font: 'serif', bold: 'serifBold', size: 11.5, leading: 15, left: 76, right: 76 },
      pages,
      lastPageFill: 0.6,
      blocks: (function* (): Generator<Block> {
        yield { type: 'paragraph', text: longDate(date) }
        yield {
          type: 'paragraph',
          text: `Re: ${fullName(story.veteran)}\nVA file number: ${story.socialSecurityNumber}\nDate of birth: ${longDate(story.birthDate)}`,
        }
        yield { type: 'paragraph', text: 'To whom it may concern:' }
        yield {
          type: 'paragraph',
          text: `I have been asked to give an opinion on the cause of this patient's ${claims[0]?.condition.name}. I have treated the patient at ${story.clinic} and have reviewed the service treatment records and the VA examination.`,
        }
        for (;;) {
          const claim = random.pick(claims)
          yield { type: 'paragraph', text: paragraphOf(history, claim, random.int(2, 3)) }
          yield { type: 'paragraph', text: `${paragraphOf(opinion, claim, 2)} ${rationale(claim)}` }
        }
      })(),
      closing: [
        { type: 'paragraph', text: 'Respectfully,' },
        { type: 'signature', random, lines: [story.doctors.private, story.clinic] },
      ],
      frame(page) {
        if (page > 1) return { top: 72, bottom: 730 }
        const top = letterhead(sheet, head, story.clinic, [
          `${story.address.town}, ${story.address.state}`,
          phoneNumber(random),
        ])
        receivedStamp(sheet, random, date, `RO ${story.regionalOffice}`)
        return { top: top + 20, bottom: 730 }
      },
    })
  },
}
