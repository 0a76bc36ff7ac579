/** Stands in a stored message for the link by which its recipient joins a session. */
export const joinMark = '[link to join]'
