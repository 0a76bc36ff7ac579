/** What a fact may have over HTTP that says nothing of its own. */
export const mostFactBytes = 1024 ** 2
/** What one may have that brings the text of a draft: as much as a save of it here, and who wrote it. */
export const mostTextFactBytes = 5 * 1024 ** 2
