/** Address of a group's page below `/chat`. */
export const groupAddress = (id: number, part?: string): string => `/people/groups/${id}${part ? `/${part}` : ''}`;
