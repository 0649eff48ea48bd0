# Headless and virtual cars, out of the box:
#   docker build -t automotive-env .
#   docker run --rm -v "$PWD/runs:/home/driver/runs" automotive-env run --agent asurada --backend virtual
#
# Emulators, with the SDK and the virtualization of the host (see docs/android.md):
#   docker build --target emulator -t automotive-env-emulator .
#   docker run --rm --device /dev/kvm --group-add "$(stat -c %g /dev/kvm)" -v "$ANDROID_HOME:/sdk:ro" \
#     -v avd:/home/driver/.android -v "$PWD/runs:/home/driver/runs" automotive-env-emulator run --backend emulator
#
# The folder runs must be writable for user 1000.

FROM python:3.12-slim-bookworm AS build
WORKDIR /source
COPY . .
RUN pip wheel --no-cache-dir --no-deps --wheel-dir /wheels .

FROM python:3.12-slim-bookworm AS base
RUN apt-get update \
    && apt-get install --yes --no-install-recommends adb \
    && rm -rf /var/lib/apt/lists/*
RUN useradd --create-home --uid 1000 driver \
    && install --directory --owner driver /home/driver/runs /home/driver/.android
RUN --mount=type=bind,from=build,source=/wheels,target=/wheels \
    --mount=type=bind,source=constraints.txt,target=/constraints.txt \
    pip install --no-cache-dir --constraint /constraints.txt "$(ls /wheels/*.whl)[programs,web]"
WORKDIR /home/driver
ENTRYPOINT ["automotive-env"]
CMD ["doctor"]

FROM base AS emulator
RUN apt-get update \
    && apt-get install --yes --no-install-recommends \
        default-jre-headless \
        libasound2 \
        libgl1 \
        libnss3 \
        libpulse0 \
        libx11-xcb1 \
        libxcomposite1 \
        libxcursor1 \
        libxdamage1 \
        libxi6 \
        libxkbfile1 \
        libxtst6 \
    && rm -rf /var/lib/apt/lists/*
ENV ANDROID_HOME=/sdk
USER driver

FROM base AS run
USER driver
