/** What a piece has become, and what a letter has. */
export const receivedBoxes = ['unmatched', 'held', 'arriving', 'filed', 'dropped', 'rejected'] as const
export const letterBoxes = ['composed', 'receipted', 'failed'] as const

export type ReceivedBox = (typeof receivedBoxes)[number]
export type LetterBox = (typeof letterBoxes)[number]
export type Box = ReceivedBox | LetterBox

export const isLetterBox = (box: Box): box is LetterBox => letterBoxes.some((one) => one === box)

/** What waits is worked from the oldest on; what is done is looked up from the newest back. */
export const isNewestFirst = (box: ReceivedBox): boolean => !['unmatched', 'held', 'arriving'].includes(box)

/** The boxes that this person may open, the one they start with first. */
export function boxesOf(may: { worksMail: boolean; sendsLetters: boolean }): Box[] {
  return [...(may.worksMail ? receivedBoxes : []), ...(may.sendsLetters ? letterBoxes : [])]
}
