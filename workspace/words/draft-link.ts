import { inLanguage } from './language.ts'

const en = {
  open: {
    draft: 'Open draft',
    inReview: 'Review draft',
    signed: 'Open decision',
    released: 'Open decision',
    recalled: 'Open decision',
    discarded: 'Open draft',
  },
  key: 'open the draft or decision',
}

export const words = inLanguage({ en })
