/** Why a verb cannot do what was asked, and what to do. Text, not bytes. */
export interface Refusal {
  message: string;
  hint: string;
}
