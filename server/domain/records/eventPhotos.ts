/** The names of the pictures that the data of an event shows, of whatever event. */
export const eventPhotos = (data: unknown): readonly string[] => {
  if (typeof data !== 'object' || data === null || !('photos' in data) || !Array.isArray(data.photos)) return [];
  return data.photos.filter((name): name is string => typeof name === 'string');
};
