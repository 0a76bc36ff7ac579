/** Acting in the place of whoever holds a task. */
export const words = {
  holds: (name: string) => `${name} holds the task. You may act in their place, with a reason.`,
  somebody: 'Somebody else',
  why: 'Why you act in their place',
  missing: 'Say why you act in their place.',
  kept: {
    case: 'Saved in the case history.',
    decision: 'Saved with the decision and in the case history.',
    signature: 'Saved with the decision and in the case history, and printed below the signature.',
  },
}
